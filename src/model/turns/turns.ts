import type { Connection } from '../state/connection.js';
import { numberOf, objectOf, textOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import type { PromptDigest } from '../state/session-prompt.js';
import { applyAcceptance, awaitPrompt } from './prompts.js';
import type { RequestKey } from '../state/request-key.js';
import { noteCancelled } from '../requests/open-requests.js';
import { sessionOf } from '../sessions/session-of.js';
import type { Rhythm, Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import { begin, busyTime, finish } from './busy-time.js';
import { placeOf, turnOf } from './turn-beginning.js';
import type { Turn, TurnEnd, TurnSummary, TurnTokens } from '../state/turn.js';

/** The state remembers at most this many ended turns per session; listeners get all of them. */
const REMEMBERED_TURNS = 50;

/** Call it when the request is already pending: the prompt, which may be large, was read there. */
export function applyPromptRequest(connection: Connection, step: Step): void {
  const { sender, sessionId, key, seq, at } = step;
  if (sessionId === undefined || key === undefined) return;
  const prompt = connection.requests[sender].pending.get(key)?.prompt;
  if (prompt === undefined) return;
  const session = sessionOf(connection.sessions, sessionId, step);
  if (connection.version === 2) {
    awaitPrompt(session, step, prompt);
  } else {
    const overlaps = session.open.length > 0;
    session.open.push(newTurn(session, step, { request: key, prompt, asked: { seq, at }, overlaps }));
    if (session.lateHistory !== undefined) session.lateHistory = undefined;
  }
}

/** What a turn begins with. */
interface Beginning {
  readonly request: RequestKey | undefined;
  readonly prompt: PromptDigest | undefined;
  readonly asked: Moment | undefined;
  readonly overlaps: boolean;
}

export function newTurn(session: Session, step: Step, { request, prompt, asked, overlaps }: Beginning): Turn {
  const { seq, at, index } = step;
  session.turns += 1;
  return {
    seq,
    at,
    number: session.turns,
    index,
    request,
    prompt,
    asked,
    overlaps,
    cancel: undefined,
    closing: undefined,
    hadRead: -1,
    echoed: false,
    updates: 0,
    sessionUpdates: 0,
    firstUpdate: undefined,
    firstOutput: undefined,
    last: { seq, at },
    longestSilence: 0,
    toolCalls: 0,
    openToolCalls: new Set(),
    openRequests: new Set(),
    permissions: 0,
    rejections: 0,
    dismissed: undefined,
    dismissedUnasked: undefined,
    permissionWait: busyTime(),
    clientTime: busyTime(),
    toolTime: busyTime(),
    tokens: undefined,
    cost: undefined,
  };
}

/** Applies the answer to a prompt. v1: it ends the turn. v2: the prompt was accepted (spec: v2/prompt-lifecycle). */
export function applyPromptAnswer(connection: Connection, step: Step): void {
  const { session, exchange, result, error, version } = step;
  if (session === undefined || exchange === undefined) return;
  if (version === 2) {
    applyAcceptance(session, step, exchange);
    return;
  }
  const turn = turnOf(session, exchange);
  if (turn === undefined) return;
  const usage = objectOf(objectOf(result)?.['usage']);
  if (usage !== undefined) turn.tokens = tokensOf(usage);
  const other = error === undefined ? undefined : session.open.findLast((open) => open !== turn);
  if (other === undefined) for (const open of turn.openRequests) open.outlivedTurn ??= { seq: step.seq, at: step.at };
  else handOver(turn, other);
  const stopReason = textOf(objectOf(result)?.['stopReason']);
  turn.hadRead = connection.wires.agent.hasRead;
  const how = error === undefined ? 'stop' : 'error';
  closeTurn(session, turn, step, { how, stopReason, errorCode: error?.code, sharesId: exchange.sharesId });
  if (session.open.length === 0) session.lateHistory = undefined;
}

/** A prompt that was refused while another one is worked on: what the agent asked meanwhile is for the other one. */
function handOver(refused: Turn, turn: Turn): void {
  for (const request of refused.openRequests) {
    request.turn = turn.number;
    turn.openRequests.add(request);
    begin(turn.clientTime, request.at);
  }
}

/** The unstable `usage` of a prompt's result, or of a v2 idle. */
export function tokensOf(usage: NonNullable<ReturnType<typeof objectOf>>): TurnTokens {
  return {
    input: numberOf(usage['inputTokens']),
    output: numberOf(usage['outputTokens']),
    total: numberOf(usage['totalTokens']),
  };
}

/** Applies session/cancel, after which everything in the session must end (spec: v1/prompt-turn). */
export function applyCancel({ session, seq, at }: Step): void {
  if (session === undefined) return;
  const moment = { seq, at };
  session.lastCancel = moment;
  // all that were open at an earlier cancel have it
  for (let i = session.open.length - 1; i >= 0; i -= 1) {
    const turn = session.open[i];
    if (turn === undefined || turn.cancel !== undefined) break;
    turn.cancel = moment;
  }
  for (const prompt of session.prompts) if (prompt.echo === undefined) prompt.cancelled ??= moment;
  noteCancelled(session, seq, at);
  const { foreground } = session;
  if (foreground.state === 'running' || foreground.state === 'requires_action') foreground.cancelled ??= moment;
}

/** How a turn ended. */
interface Outcome {
  readonly how: TurnEnd;
  readonly stopReason: string | undefined;
  readonly errorCode: number | undefined;
  readonly sharesId?: boolean;
}

export function closeTurn(session: Session, turn: Turn, { seq, at }: Moment, outcome: Outcome): void {
  for (const time of [turn.permissionWait, turn.clientTime, turn.toolTime]) while (time.open > 0) finish(time, at);
  session.open.splice(placeOf(session, turn.number), 1);
  session.dismissed.delete(turn);
  turn.hadRead = Math.max(turn.hadRead, session.lastClientAnswer?.seq ?? -1);
  const summary = summaryOf(session.id, turn, { seq, at }, outcome);
  session.rhythm = rhythmWith(session.rhythm, summary);
  session.closedTurns.push(summary);
  if (session.closedTurns.length > REMEMBERED_TURNS) session.closedTurns.shift();
}

/** A silence that ended with a cancel or an error says nothing about what is usual. */
function rhythmWith(before: Rhythm, { how, cancel, longestSilenceMs }: TurnSummary): Rhythm {
  if (how !== 'stop' || cancel !== undefined) return before;
  return { turns: before.turns + 1, longestMs: Math.max(before.longestMs, longestSilenceMs) };
}

function summaryOf(sessionId: string, turn: Turn, end: Moment, outcome: Outcome): TurnSummary {
  return {
    sessionId,
    number: turn.number,
    first: { seq: turn.seq, at: turn.at },
    end,
    sharesId: outcome.sharesId ?? false,
    how: outcome.how,
    stopReason: outcome.stopReason,
    errorCode: outcome.errorCode,
    asked: turn.asked,
    cancel: turn.cancel,
    closing: turn.closing,
    hadRead: turn.hadRead,
    overlaps: turn.overlaps,
    updates: turn.updates,
    firstUpdate: turn.firstUpdate,
    firstOutput: turn.firstOutput,
    longestSilenceMs: Math.max(turn.longestSilence, end.at - turn.last.at),
    toolCalls: turn.toolCalls,
    openToolCalls: turn.openToolCalls.size,
    permissions: turn.permissions,
    rejections: turn.rejections,
    permissionWaitMs: turn.permissionWait.total,
    clientMs: turn.clientTime.total,
    toolMs: turn.toolTime.total,
    tokens: turn.tokens,
    cost: turn.cost,
  };
}

/** Nothing more comes, so open turns end unanswered. @returns those turns */
export function endTurns({ sessions, last }: Connection, how: 'unanswered' | 'goes-on'): TurnSummary[] {
  const ended: TurnSummary[] = [];
  if (last === undefined) return ended;
  for (const session of sessions.values()) {
    for (const turn of [...session.open]) {
      closeTurn(session, turn, last, { how, stopReason: undefined, errorCode: undefined });
      ended.push(...session.closedTurns.slice(-1));
    }
  }
  return ended;
}
