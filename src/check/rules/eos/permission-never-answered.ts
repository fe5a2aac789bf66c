import { objectOf, textOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import { toolCallOf } from '../../../model/tools/permissions.js';
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
  summary: 'A permission request is answered, if need be with the outcome "cancelled".',
  explanation:
    'The tool of the agent, and with it the whole turn, waits for the answer. A client that cannot ask, whose dialog was ' +
    'closed, or that is about to end, answers "cancelled". Users may think for as long as they like: only a client that ' +
    'ends the connection without an answer is at fault. Stands for the turn that waits for it. Info where the request ' +
    'came within the last second, a warning where the recording does not tell who ended or the agent ended the turn without ' +
    'waiting. Not reported: an agent that is gone, and requests that were cancelled ' +
    '(permission/not-cancelled-after-cancel, cancel/request-unanswered).',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { never: 'the permission request for {title} was never answered: {how} {after} later' },
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

/** Where the recording does not tell who ended, the rule about cancelled requests leaves short waits alone. */
function isLeftToThis({ connection, hasReported }: Context, ended: Ended, cancelled: Moment): boolean {
  const isOwn = connection.version === 1 && ended.by === 'unknown' && waited(cancelled, ended) <= LATE_MS;
  return isOwn && !hasReported('permission/not-cancelled-after-cancel');
}

/** As in permission/not-cancelled-after-cancel. */
const LATE_MS = 5_000;
