import { objectOf, textOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import { toolCallOf } from '../../../model/tools/asked-call.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';
import { type Ended, endedOf, severityOf, unanswered, waited } from './ending.js';
import { waitsForClient } from './waiting.js';

export const permissionNeverAnswered = defineRule({
  id: 'eos/permission-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client must answer every permission request, if only with "cancelled".',
  explanation:
    'The tool, and with it the whole turn, waits for the answer. If the client cannot ask, if its dialog was ' +
    'closed, or if it is about to exit, it must answer with the outcome "cancelled". Users may think for as long as ' +
    'they like; the client is at fault only if it ends the connection without an answer.\n\n' +
    'Reported instead of the turn that waits for the answer. Only an info if the request came within the last ' +
    'second. Only a warning if the recording does not show who ended the connection, or if the agent ended the turn ' +
    'without waiting. Not reported: requests of an agent that is gone; requests that were cancelled ' +
    '(permission/not-cancelled-after-cancel, cancel/request-unanswered).',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { never: 'the client never answered the permission request for {title}: {how} {after} later' },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const request of unanswered(context, 'agent', ended)) {
      const { method, sessionId, turn, cancelledBy, cancelRequested } = request;
      if (method !== 'session/request_permission' || cancelRequested !== undefined) continue;
      if (cancelledBy === undefined ? !waitsForClient(ended) : !isLeftToThis(context, ended, cancelledBy)) {
        continue;
      }
      const params = objectOf(request.params);
      const call = toolCallOf(params);
      const id = textOf(call?.['toolCallId']) ?? '';
      const known = connection.sessions.get(sessionId ?? '')?.toolCalls.get(id)?.title;
      const title = quoted(textOf(call?.['title']) ?? textOf(params?.['title']) ?? known ?? id);
      const full = severityOf(context, ended, { since: request, on: 'client', patienceMs: Infinity });
      const severity = full === 'error' && request.outlivedTurn !== undefined ? 'warning' : full;
      const data = { title, how: ended.how, after: lasting(waited(request, ended)) };
      report('never', { data, severity, at: request, evidence: [ended.at], sessionId, turn });
    }
  },
});

/** If it is unclear who ended the connection, permission/not-cancelled-after-cancel leaves short waits to this rule. */
function isLeftToThis({ connection, hasReported }: Context, ended: Ended, cancelled: Moment): boolean {
  const isOwn = connection.version === 1 && ended.by === 'unknown' && waited(cancelled, ended) <= LATE_MS;
  return isOwn && !hasReported('permission/not-cancelled-after-cancel');
}

/** The same as in permission/not-cancelled-after-cancel. */
const LATE_MS = 5_000;
