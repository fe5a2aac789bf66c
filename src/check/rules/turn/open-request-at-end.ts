import { openRequests } from '../../../model/requests/requests.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated } from '../../engine/wording.js';
import { AWAITED, MAY_OUTLIVE } from './awaited-requests.js';

export const openRequestAtEnd = defineRule({
  id: 'turn/open-request-at-end',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'When a turn ends, all that the agent asked of the client in it was answered.',
  explanation:
    'The client still shows the permission dialog, or reads the file, for a turn that is over, and its answer reaches ' +
    'nobody. Await each answer before the prompt is answered, or withdraw the request with $/cancel_request. Only an ' +
    'info for terminal/wait_for_exit, where a command may run on in the background, and for turns that the client ' +
    'cancelled or closed, whose answers are under way. Not reported: requests that were ' +
    'withdrawn, and permissions that session/cancel was to end (permission/not-cancelled-after-cancel).',
  spec: 'v1/prompt-turn#4-check-for-completion',
  messages: { open: 'the turn ended while {requests} had no answer' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, report }) {
    const { turn, session } = turnEnd;
    const { gap } = connection;
    const open = openRequests(connection, 'agent', session.id).filter(
      ({ method, turn: number, cancelRequested, cancelledBy, seq }) =>
        (AWAITED.has(method) || method === MAY_OUTLIVE) &&
        number === turn.number &&
        // the client is to answer it "cancelled": permission/not-cancelled-after-cancel
        (method !== 'session/request_permission' || cancelledBy === undefined) &&
        cancelRequested === undefined &&
        (gap === undefined || gap.seq < seq),
    );
    if (open.length === 0) return;
    const isMild =
      turn.cancel !== undefined || turn.closing !== undefined || open.every(({ method }) => method === MAY_OUTLIVE);
    const names = open.map(({ method, seq }) => `${method} (frame ${seq})`);
    report('open', { data: { requests: enumerated(names) }, evidence: open, ...(isMild && { severity: 'info' }) });
  },
});
