import {
  AUTH_REQUIRED,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NOT_FOUND,
  REQUEST_CANCELLED,
} from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

export const wrongStopReason = defineRule({
  id: 'cancel/wrong-stop-reason',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'After session/cancel the prompt is answered with stop reason "cancelled".',
  explanation:
    'The client asked to stop and waits for the agent to say that it did. With another stop reason it cannot tell ' +
    'whether the work was cut short or done. Catch the abort where the turn ends and answer "cancelled", also if the ' +
    'model finished just then. Not reported: an answer that the agent may have sent before it read the cancel; where ' +
    'that is likely but not certain it is a warning.',
  spec: 'v1/prompt-turn#cancellation',
  messages: { wrong: 'the prompt was cancelled and then answered with stopReason {found}; it has to be "cancelled"' },
  on: ['turn-end'],
  inspect({ turnEnd, report, hasReported }) {
    const { turn, stopReason, isError } = turnEnd;
    if (turn.cancel === undefined || isError || stopReason === undefined || stopReason === 'cancelled') return;
    // a misspelled one is one fault
    if (hasReported('stop-reason')) return;
    report('wrong', { data: { found: quoted(stopReason) }, after: turn.cancel });
  },
});

/** The request itself was refused: there was nothing to abort. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  NOT_FOUND,
]);

const ABORT = /abort|cancel|interrupt/i;
const AUTH = /auth|log ?in|sign ?in/i;

export const errorInsteadOfCancelled = defineRule({
  id: 'cancel/error-instead-of-cancelled',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'Aborting a turn does not end in an error response to the prompt.',
  explanation:
    'Libraries throw when they are aborted. An agent that lets that through makes clients show an error for what the ' +
    'user asked for. Catch it and answer with stop reason "cancelled". An error -32800 is right only where the client ' +
    'cancelled the request itself with $/cancel_request. Not reported: refusals of the prompt that name another cause ' +
    '(authentication, unknown session, invalid params); a warning where the error may have been sent before the cancel ' +
    'was read.',
  spec: 'v1/prompt-turn#cancellation',
  messages: {
    error: 'the prompt was cancelled and then answered with error {code} ({text}) instead of stopReason "cancelled"',
  },
  on: ['turn-end'],
  inspect({ turnEnd, step, report }) {
    const { turn, exchange } = turnEnd;
    const { error } = step;
    if (turn.cancel === undefined || error === undefined) return;
    const { code } = error;
    if (code === REQUEST_CANCELLED && exchange?.cancelRequested !== undefined) return;
    const isRefusal = REFUSALS.has(code) || (code === AUTH_REQUIRED && mentions(error, AUTH));
    if (isRefusal && !mentions(error, ABORT)) return;
    report('error', { data: { code: code ?? 'without code', text: quoted(error.message) }, after: turn.cancel });
  },
});

export const slow = defineRule({
  id: 'cancel/slow',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A cancelled turn ends within five seconds.',
  explanation:
    'The user pressed stop and looks at a turn that goes on. Abort the request to the model and kill running commands ' +
    'when session/cancel comes, rather than checking for it between steps. Some tools cannot be aborted: hence a hint. ' +
    'Not reported: recordings without real times.',
  spec: 'v1/prompt-turn#cancellation',
  messages: { slow: 'the turn ended {time} after session/cancel' },
  on: ['turn-end'],
  inspect({ turnEnd, step, line, thresholds, hasRealTimes, report }) {
    const { turn, stopReason } = turnEnd;
    if (turn.cancel === undefined || stopReason !== 'cancelled' || !hasRealTimes || !line.timed) return;
    const time = step.at - turn.cancel.at;
    if (time > thresholds.slowCancel) report('slow', { data: { time: lasting(time) }, evidence: [turn.cancel] });
  },
});
