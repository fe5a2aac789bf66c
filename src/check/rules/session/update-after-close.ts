import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { AGENT_USES, closedOf, isUse } from './uses.js';

/** Messages that free resources may come late, and titles also belong to the session list (spec: v1/session-list). */
const HARMLESS: ReadonlySet<string> = new Set(['session_info_update', 'terminal/kill', 'terminal/release']);

export const updateAfterClose = defineRule({
  id: 'session/update-after-close',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'After the agent answers session/close it should send nothing more for that session.',
  explanation:
    'Closing cancels the work of the session and frees what it holds. By the time of the answer the client has ' +
    'forgotten the session, so an update is lost and a request gets no useful answer. Send the last updates first, ' +
    'then answer. The November draft of v2 says so explicitly, so it is an error there.\n\n' +
    'Reported once per close. Not reported: the answer to an open prompt; anything caused by a prompt that the ' +
    'client sends after the close; in v1 also titles and the release of terminals.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: { said: 'the agent sent {what} for session {id}, which was closed (frame {frame})' },
  on: AGENT_USES.map((method) => `call:${method} if closed` as const),
  inspect(context) {
    const { step, report } = context;
    const { session, sender, method = '', updateKind } = step;
    const closed = closedOf(session);
    if (sender !== 'agent' || session === undefined || closed === undefined || !isUse(context)) return;
    const what = updateKind ?? method;
    if (step.version === 1 && HARMLESS.has(what)) return;
    // the client went on after the close: session/use-after-close
    if ((session.open.at(-1)?.seq ?? -1) > closed.seq || session.prompts.some(({ seq }) => seq > closed.seq)) return;
    report('said', {
      data: { what, id: quoted(session.id), frame: closed.seq },
      evidence: [closed],
      once: `${session.id} ${closed.seq}`,
      dialects: { v2b: 'error' },
    });
  },
});
