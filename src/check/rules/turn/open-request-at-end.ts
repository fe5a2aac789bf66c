import { openRequests } from '../../../model/requests/requests.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, lasting } from '../../engine/wording.js';

/** What a turn cannot be over without. */
const AWAITED: ReadonlySet<string> = new Set([
  'session/request_permission',
  'elicitation/create',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
]);

/** Commands may run on in the background. */
const MAY_OUTLIVE = 'terminal/wait_for_exit';

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

export const clientRequestInFlightOutlives = defineRule({
  id: 'turn/client-request-in-flight-outlives',
  severity: 'info',
  versions: ['v1'],
  fault: 'client',
  summary: 'The client answers what the agent asks in a turn before the turn is over.',
  explanation:
    'The turn ended and only then came the answer, so nothing can be made of it. Answer promptly. It is legal. Not ' +
    'reported: requests that the agent was to wait for (turn/open-request-at-end) or withdrew, answers that come at ' +
    'once, and methods that begin with an underscore.',
  spec: 'v1/cancellation',
  messages: { late: '{method} was answered {age} after it was asked, when its turn was over (frame {frame})' },
  on: ['response if outlived'],
  inspect({ step, thresholds, hasRealTimes, report }) {
    const { sender, exchange, method = '', at } = step;
    const ended = exchange?.outlivedTurn;
    if (sender !== 'client' || exchange === undefined || ended === undefined || !hasRealTimes) return;
    if (AWAITED.has(method) || method === MAY_OUTLIVE || method.startsWith('_')) return;
    const age = at - exchange.at;
    if (exchange.cancelRequested !== undefined || age <= thresholds.raceWindow) return;
    report('late', {
      data: { method, age: lasting(age), frame: ended.seq },
      evidence: [exchange, ended],
      turn: exchange.turn,
    });
  },
});
