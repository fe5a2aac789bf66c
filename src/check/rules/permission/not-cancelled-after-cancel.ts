import { objectOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Step } from '../../../model/state/step.js';
import type { Session } from '../../../model/state/session.js';
import { openTurn } from '../../../model/turns/turn-beginning.js';
import { MOST_EVIDENCE, type Context, type ReportDetails } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { type Messages, lasting } from '../../engine/wording.js';
import { endedOf } from '../eos/ending.js';

/** How long a client may take to close its dialog. */
const LATE_MS = 5_000;

const messages = {
  selected: 'the client answered "selected" after it sent session/cancel; the outcome must be "cancelled"',
  later: 'the client answered "selected" while the turn was being cancelled; the outcome must be "cancelled"',
  late: 'the permission request that was open at session/cancel is still unanswered {after} later; it must be answered "cancelled"',
  never: 'the permission request that was open at session/cancel was never answered; it must be answered "cancelled"',
} as const satisfies Messages;

export const notCancelledAfterCancel = defineRule({
  id: 'permission/not-cancelled-after-cancel',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'After session/cancel the client must answer open permission requests with "cancelled".',
  explanation:
    'The agent needs the answer before it can end the turn. Without an answer it hangs. If the answer selects an ' +
    'option, the agent goes on with a tool that the user has just stopped. When you send session/cancel, close all dialogs of the session and answer ' +
    'them with the outcome "cancelled".\n\n' +
    'Only a warning for a request that arrived after the cancel, and in the November draft of v2, where the agent ' +
    'withdraws its requests with $/cancel_request. Not reported: other sessions; requests of background work.',
  spec: 'v1/prompt-turn#cancellation',
  messages,
  on: ['message if cancelled', 'end'],
  inspect(context) {
    const { now } = context;
    if (context.isEnd) {
      reportUnanswered(context, now);
      return;
    }
    const { step } = context;
    if (step.method === 'session/request_permission' && step.exchange !== undefined) {
      reportAnswer(context, step, step.exchange);
    } else if (
      step.session?.lastCancel !== undefined &&
      step.version === 1 &&
      context.hasRealTimes &&
      step.line.timed
    ) {
      for (const open of abandonedIn(step.session)) reportLate(context, step, open);
    }
  },
});

/** A permission request that was open when the session was cancelled. */
type Abandoned = Exchange & { readonly cancelledBy: Moment };

/** The oldest ones. If there are very many, the others are reported at the end. */
function abandonedIn({ asked }: Session): Abandoned[] {
  const oldest: Abandoned[] = [];
  for (const question of asked.questions) {
    if (isAbandoned(question)) oldest.push(question);
    if (question.cancelledBy === undefined || oldest.length === MOST_EVIDENCE) break;
  }
  return oldest;
}

function isAbandoned(exchange: Exchange): exchange is Abandoned {
  return exchange.method === 'session/request_permission' && exchange.cancelledBy !== undefined;
}

function reportAnswer({ report }: Context<typeof messages>, step: Step, exchange: Exchange): void {
  if (objectOf(objectOf(step.result)?.['outcome'])?.['outcome'] !== 'selected') return;
  const { session } = step;
  // v2: a request outside foreground work, or during background work, need not belong to the cancelled work
  const isForeground = exchange.turn !== undefined && (session?.foreground.background?.size ?? 0) === 0;
  if (exchange.cancelledBy !== undefined) {
    // v2b: the client may wait for the agent to withdraw the request
    const isWithdrawn = exchange.cancelRequested !== undefined;
    const v2b = !isForeground ? 'off' : isWithdrawn ? 'warning' : 'info';
    report('selected', { ...placeOf(exchange), dialects: { v2a: isForeground ? 'error' : 'off', v2b } });
    return;
  }
  const turn = session && openTurn(session, exchange.turn);
  if (turn?.cancel === undefined || turn.cancel.seq > exchange.seq) return;
  const evidence = [exchange, turn.cancel];
  report('later', { severity: 'warning', evidence, dialects: { v2a: 'warning', v2b: 'off' } });
}

function reportLate({ report }: Context<typeof messages>, { at }: Step, open: Abandoned): void {
  const after = at - open.cancelledBy.at;
  if (after > LATE_MS) report('late', { data: { after: lasting(after) }, ...placeOf(open) });
}

function reportUnanswered(context: Context<typeof messages>, last: Moment): void {
  const { connection, report } = context;
  const patience = patienceOf(context);
  for (const open of connection.requests.agent.pending.values()) {
    if (!isAbandoned(open) || (connection.version === 2 && open.turn === undefined)) continue;
    if (last.at - open.cancelledBy.at <= patience) continue;
    // v2b: the client may wait for the agent to withdraw the request, which the cancel rules check
    const dialects = { v2a: 'error', v2b: 'off' } as const;
    report('never', { at: open, sessionId: open.sessionId, turn: open.turn, ...placeOf(open), dialects });
  }
}

/** How long the client may take if it was not the first to go: an agent that is gone cannot be answered. */
function patienceOf({ connection, thresholds }: Context<typeof messages>): number {
  if (!endedByAgent(connection)) return -Infinity;
  return endedOf(connection).by === 'agent' ? LATE_MS : thresholds.raceWindow;
}

/** One request is reported once, whatever becomes of it. */
function placeOf(exchange: Exchange): ReportDetails {
  return { evidence: [exchange, exchange.cancelledBy], once: String(exchange.seq) };
}

function endedByAgent({ ending }: Connection): boolean {
  const { clientEof, agentEof, exit } = ending;
  const agent = agentEof ?? exit;
  return agent !== undefined && (clientEof === undefined || agent.seq < clientEof.seq);
}
