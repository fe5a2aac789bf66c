import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { hasContent, madeBy } from './new-session.js';

export const updateBeforeNewResponse = defineRule({
  id: 'session/update-before-new-response',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Updates of a new session should come after the response that creates it.',
  explanation:
    'The client learns the sessionId from the answer to session/new. It does not know the session that an earlier ' +
    'update names, so it has to store the update. Many clients do not: JetBrains IDEs hang forever ' +
    '(blowmage/cursor-agent-acp-npm#33), and Paseo loses the slash commands (getpaseo/paseo#3324). Answer first, ' +
    'then send updates.\n\n' +
    'The November draft of v2 allows both orders.',
  spec: 'v1/session-setup#creating-a-session',
  messages: {
    early:
      'an update of session {id} came before the {method} response that creates the session (frame {frame}); JetBrains IDEs hang on it, Paseo drops it',
  },
  on: ['response:session/new', 'response:session/fork'],
  inspect({ step, connection, report }) {
    const { sender, seq, at, method = '' } = step;
    const id = madeBy(step);
    const made = id === undefined ? undefined : connection.sessions.get(id);
    // early content is a more serious fault: turn/update-outside-turn
    if (sender !== 'agent' || made?.state !== 'early' || (step.version === 1 && hasContent(made))) return;
    report('early', {
      data: { id: quoted(made.id), method, frame: seq },
      at: made,
      evidence: [{ seq, at }],
      sessionId: made.id,
      turn: undefined,
      dialects: { v2b: 'off' },
    });
  },
});
