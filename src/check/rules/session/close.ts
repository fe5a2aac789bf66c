import { AUTH_REQUIRED, METHOD_NOT_FOUND, NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import type { TurnSummary } from '../../../model/state/turn.js';
import { isWorking } from '../../../model/turns/work.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { closedOf } from './uses.js';

const TURN_MESSAGES = {
  other: 'session/close (frame {frame}) cancels the turn, but it ended with {found}; it must end with "cancelled"',
  error:
    'session/close (frame {frame}) cancels the turn, but it ended with error {code}; it must end with stopReason "cancelled"',
  running: 'the agent answered session/close while the session is {state}; it must first report idle with "cancelled"',
} as const;

export const closeTurnNotCancelled = defineRule({
  id: 'session/close-turn-not-cancelled',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/close must end the open turn with stopReason "cancelled".',
  explanation:
    'Closing includes a cancel: the agent aborts the work, ends the turn as cancelled, and frees the session. In v1 ' +
    'the turn ends with the answer to the prompt; in v2 with an idle, which in the November draft must come before ' +
    'the answer to session/close. With any other end the client believes that the work was finished.\n\n' +
    'Not reported: an end that was already on its way; a session/close that failed; turns that session/cancel ' +
    'should have ended (cancel/wrong-stop-reason).',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: TURN_MESSAGES,
  on: ['turn-end', 'response:session/close'],
  inspect(context) {
    if (context.step.exchange?.method === 'session/close') judgeEnded(context);
    else judgeEnding(context);
  },
});

/** A turn ends after the close was answered. */
function judgeEnding({ turnEnd, step, report, hasReported }: Context<typeof TURN_MESSAGES>): void {
  const { turn, session, stopReason, isError, exchange } = turnEnd;
  const { closing, cancel } = turn;
  if (closing === undefined || cancel !== undefined || hasReported('stop-reason')) return;
  if (session.closed === undefined || session.closed.seq < closing.seq || stopReason === 'cancelled') return;
  const frame = closing.seq;
  const { error } = step;
  if (!isError) {
    if (stopReason === undefined) return;
    const data = { frame, found: quoted(stopReason) };
    // in the November draft of v2 this was reported when the close was answered
    report('other', { data, evidence: [closing], dialects: { v2b: 'off' } });
  } else if (error?.code !== REQUEST_CANCELLED || exchange?.cancelRequested === undefined) {
    report('error', { data: { frame, code: error?.code ?? 'without code' }, evidence: [closing] });
  }
}

/** The close is answered: judges a turn that ended before the answer, or is still open. */
function judgeEnded({ step, thresholds, report }: Context<typeof TURN_MESSAGES>): void {
  const { session, exchange, error } = step;
  if (session === undefined || exchange === undefined || error !== undefined) return;
  for (let i = session.closedTurns.length - 1; i >= 0; i -= 1) {
    const turn = session.closedTurns[i];
    if (turn === undefined || turn.end.seq < exchange.seq) break;
    if (turn.closing === undefined || turn.cancel !== undefined || turn.stopReason === 'cancelled') continue;
    const raced = turn.hadRead < exchange.seq && turn.end.at - exchange.at <= thresholds.raceWindow;
    const place = { at: turn.end, evidence: [exchange], raced, turn: turn.number };
    const frame = exchange.seq;
    if (turn.how === 'stop' && turn.stopReason !== undefined) {
      report('other', { data: { frame, found: quoted(turn.stopReason) }, ...place });
    } else if (turn.how === 'error' && !isExcused(turn)) {
      report('error', { data: { frame, code: turn.errorCode ?? 'without code' }, ...place });
    }
  }
  const { foreground } = session;
  if (step.version !== 2 || !isWorking(foreground) || foreground.since === undefined) return;
  const data = { state: foreground.state };
  report('running', { data, evidence: [exchange, foreground.since], dialects: { v2a: 'off', v2b: 'error' } });
}

/** $/cancel_request of the prompt gives this code as well. */
function isExcused({ errorCode }: TurnSummary): boolean {
  return errorCode === REQUEST_CANCELLED;
}

export const closeNotIdempotent = defineRule({
  id: 'session/close-not-idempotent',
  severity: 'warning',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'Closing a session that is unknown or not active should succeed.',
  explanation:
    'The client wants the session closed, and it is. The November draft of v2 asks agents to answer {}, and clients ' +
    'to treat -32002 as success. After any other error the client believes that the session is still open.\n\n' +
    'Only an info for -32002. Not reported: errors that ask for authentication or say that the method does not ' +
    'exist.',
  spec: 'v2/session-setup',
  messages: {
    failed: 'session {id} is not open, but closing it was answered with error {code} ({text}); it should succeed',
  },
  on: ['response:session/close'],
  inspect({ step, report }) {
    const { sender, session, sessionId, exchange, error } = step;
    if (sender !== 'agent' || exchange === undefined || error === undefined) return;
    const { code } = error;
    const isOpen = session !== undefined && session.state !== 'listed' && closedOf(session) === undefined;
    const isUnknown = session?.origin === 'seen' && session.opened === undefined;
    if ((isOpen && !isUnknown) || code === AUTH_REQUIRED || code === METHOD_NOT_FOUND) return;
    if (code === REQUEST_CANCELLED && exchange.cancelRequested !== undefined) return;
    const data = { id: quoted(sessionId), code: code ?? 'without code', text: quoted(error.message) };
    report('failed', { data, evidence: [exchange, session?.closed], ...(code === NOT_FOUND && { severity: 'info' }) });
  },
});
