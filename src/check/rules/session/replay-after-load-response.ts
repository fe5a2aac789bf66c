import type { Restored } from '../../../model/state/session.js';
import { opensLateHistory } from '../../../model/sessions/late-history.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const replayAfterLoadResponse = defineRule({
  id: 'session/replay-after-load-response',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The answer to session/load must come after the last update of the history.',
  explanation:
    'The answer tells the client that the history is complete. A later update looks like the reply to the next ' +
    'prompt, or like work that nobody asked for. Finish sending every update before you answer.\n\n' +
    'Reported once per load, at the first late update, even if the next prompt was already sent. ' +
    'Only a warning for a message of the agent, which may be a greeting. (A greeting outside a turn breaks ' +
    'turn/update-outside-turn.) Not reported: commands, modes, options, titles and usage, which may come at any time; an echo of the new prompt.',
  spec: 'v1/session-setup#loading-a-session',
  messages: {
    late: 'the history of session {id} continues with {kind} after session/load was answered (frame {frame})',
    greeting:
      '{kind} came in session {id} outside a turn, after session/load was answered (frame {frame}): late history, or a greeting',
  },
  on: ['update if restored'],
  inspect({ step, connection, report }) {
    const { sender, session, updateKind, update } = step;
    const restored = session?.restored;
    if (sender !== 'agent' || session === undefined || restored === undefined || session.state !== 'active') return;
    const isCertain = !MAY_GREET.has(updateKind) || !mayBeWhole(restored);
    const goesOn = isCertain && session.lateHistory?.duringPrompt === false && step.turn === undefined;
    if (!opensLateHistory(connection, session, updateKind, update) && !goesOn) return;
    const data = { id: quoted(session.id), kind: updateKind ?? '', frame: restored.seq };
    const once = `${session.id} ${restored.seq} ${isCertain ? 'certain' : 'likely'}`;
    const details = { data, evidence: [restored], once, turn: undefined };
    if (isCertain) report('late', details);
    else report('greeting', { ...details, severity: 'warning' });
  },
});

/** What the agent says may be a greeting; what the user said and what tools did cannot. */
const MAY_GREET: ReadonlySet<string | undefined> = new Set(['agent_message_chunk', 'agent_thought_chunk']);

/** Whether the replayed history may be complete. One that ends with a question lacks the answer. */
function mayBeWhole({ lastContent }: Restored): boolean {
  return lastContent === undefined || lastContent === 'agent_message_chunk';
}
