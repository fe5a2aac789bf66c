import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { AGENT_USES, closedOf, isUse } from './uses.js';

/** What frees a session's resources may come late; titles are of the list of sessions too (spec: v1/session-list). */
const HARMLESS: ReadonlySet<string> = new Set(['session_info_update', 'terminal/kill', 'terminal/release']);

export const updateAfterClose = defineRule({
  id: 'session/update-after-close',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'After it answered session/close the agent says and asks nothing more in that session.',
  explanation:
    'Closing cancels the work of a session and frees what it holds. A client has forgotten the session by the time of ' +
    'the answer, so an update gets lost and a request gets no sensible answer. Send the last updates first, then answer. ' +
    'v2 says so outright. Reported once for a close. Not reported: the answer to a prompt that was open; what a prompt ' +
    'causes that the client sends all the same; in v1 titles and the release of terminals.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: { said: '{what} for session {id}, which was closed (frame {frame})' },
  on: AGENT_USES.map((method) => `call:${method} if closed` as const),
  inspect(context) {
    const { step, report } = context;
    const { session, sender, method = '', updateKind } = step;
    const closed = closedOf(session);
    if (sender !== 'agent' || session === undefined || closed === undefined || !isUse(context)) return;
    const what = updateKind ?? method;
    if (step.version === 1 && HARMLESS.has(what)) return;
    // the client went on after the close: session/use-after-close
    if (session.open.some(({ seq }) => seq > closed.seq) || session.prompts.some(({ seq }) => seq > closed.seq)) return;
    report('said', {
      data: { what, id: quoted(session.id), frame: closed.seq },
      evidence: [closed],
      once: `${session.id} ${closed.seq}`,
      dialects: { v2b: 'error' },
    });
  },
});
