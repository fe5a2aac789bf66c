import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import type { Session } from '../state/session.js';
import type { OpenSpan } from '../state/span.js';
import type { ToolCall } from '../state/tool-call.js';
import type { Turn } from '../state/turn.js';
import { isFinal } from '../tools/tool-calls.js';
import { lastOf } from '../turns/last-sign.js';
import { isWorking } from '../turns/work.js';
import { callsWithTerminals, requestSpan } from './request-spans.js';
import { momentOf, spanId } from './span-id.js';
import { callName, promptName } from './span-names.js';

/**
 * Everything that is open now, oldest first: pending requests, turns, and their unfinished tool calls. Derived from the
 * state each time; the cost grows with the number of open things.
 */
export function openSpans(connection: Connection): OpenSpan[] {
  const owed = owedExchanges(connection);
  const prompts = new Map(owed.filter(isPrompt).map((exchange) => [spanId('turn', exchange), exchange]));
  const work = [...connection.sessions.values()].flatMap((session) => workOf(connection, session, prompts));
  const known = new Map(work.map((span) => [span.id, span]));
  const others = owed.filter((exchange) => !isPrompt(exchange) || !known.has(spanId('turn', exchange)));
  const opened = { known, callWith: callsWithTerminals() };
  const spans = [...work, ...others.map((exchange) => requestSpan(connection, exchange, opened))];
  return spans.sort((a, b) => a.start.seq - b.start.seq);
}

/** The pending requests of both sides, oldest first. */
export function owedExchanges({ requests }: Connection): Exchange[] {
  const owed = (['client', 'agent'] as const).flatMap((sender) =>
    [...requests[sender].pending.values()].flatMap((newest) => [...newest.sameId, newest]),
  );
  return owed.filter(({ needsNoAnswer }) => !needsNoAnswer).sort((a, b) => a.seq - b.seq);
}

function isPrompt({ method, sender }: Exchange): boolean {
  return method === 'session/prompt' && sender === 'client';
}

/** The open turns of a session, their unfinished calls, and the v2 prompts in the queue. */
function workOf(connection: Connection, session: Session, prompts: ReadonlyMap<string, Exchange>): OpenSpan[] {
  const turns = session.open.flatMap((turn) => {
    const own = turnSpan(connection, session, turn, prompts);
    const calls = [...turn.openToolCalls].flatMap((id) => session.toolCalls.get(id) ?? []);
    return [own, ...calls.filter(isUnderWay).map((call) => callSpan(own, call))];
  });
  return connection.version === 1 || isWorking(session.foreground) ? turns : [...turns, ...acceptedPrompts(session)];
}

function turnSpan(
  { version }: Connection,
  session: Session,
  turn: Turn,
  prompts: ReadonlyMap<string, Exchange>,
): OpenSpan {
  const id = spanId('turn', turn);
  const { foreground } = session;
  const isV2 = version === 2;
  const exchange = isV2 ? undefined : prompts.get(id);
  return {
    id,
    kind: 'turn',
    name: turn.prompt === undefined ? '' : promptName(turn.prompt),
    parent: undefined,
    works: isV2 && foreground.state === 'requires_action' ? 'user' : 'agent',
    owes: 'agent',
    start: momentOf(turn),
    last: momentOf(lastOf(session, turn)),
    sessionId: session.id,
    turn: turn.number,
    request: exchange && { method: exchange.method, key: exchange.key },
    status: isV2 ? foreground.state : undefined,
    cancelled: (isV2 ? foreground.cancelled : turn.cancel) ?? turn.closing,
  };
}

/** Whether a tool call is running as far as is known; a call that was not allowed does not run. */
function isUnderWay({ firstSeenIn, status, permission }: ToolCall): boolean {
  if (isFinal(status)) return false;
  if (permission === undefined || permission.outcome === 'approved') return true;
  return firstSeenIn !== 'permission' && permission.outcome === 'unknown';
}

/** Agents may name a call only in its permission request, and report it again only when it is over. */
function statusOf({ firstSeenIn, status = 'pending', permission }: ToolCall): string {
  return firstSeenIn === 'permission' && status === 'pending' && permission !== undefined ? 'allowed' : status;
}

function callSpan(turn: OpenSpan, call: ToolCall): OpenSpan {
  return {
    id: spanId('tool-call', call),
    kind: 'tool-call',
    name: callName(call),
    parent: turn.id,
    works: 'agent',
    owes: 'agent',
    start: momentOf(call),
    last: momentOf(call.started ?? call.permission ?? call),
    sessionId: turn.sessionId,
    turn: turn.turn,
    request: undefined,
    status: statusOf(call),
    cancelled: turn.cancelled,
  };
}

/** v2: the prompts that the agent has accepted but not started. */
function acceptedPrompts({ id: sessionId, prompts }: Session): OpenSpan[] {
  const waiting = prompts.filter(({ answer, worked }) => answer === 'accepted' && !worked);
  return waiting.map((prompt) => ({
    id: spanId('turn', { ...prompt, index: undefined }),
    kind: 'turn',
    name: promptName(prompt.digest),
    parent: undefined,
    works: 'agent',
    owes: 'agent',
    start: momentOf(prompt),
    last: momentOf(prompt.echo ?? prompt.answered ?? prompt),
    sessionId,
    turn: undefined,
    request: undefined,
    status: 'accepted',
    cancelled: prompt.cancelled,
  }));
}
