import { ASKS_USER, MAKES_SESSION } from '../../acp/methods/method-groups.js';
import { objectOf } from '../json-access.js';
import type { Connection } from '../state/connection.js';
import type { Exchange, Requests } from '../state/exchange.js';
import type { Session } from '../state/session.js';
import { askedCallId } from '../tools/asked-call.js';
import { openTurn } from '../turns/turn-beginning.js';

/** A request is open: what asks for it later finds it without looking at all that are. */
export function noteOpen(requests: Requests, exchange: Exchange): void {
  requests.open += 1;
  if (exchange.sender === 'client') count(requests, exchange, 1);
  else if (ASKS_USER.has(exchange.method)) requests.questions.add(exchange);
}

/** It is not any more. */
export function noteClosed(connection: Connection, exchange: Exchange): void {
  const requests = connection.requests[exchange.sender];
  requests.open -= 1;
  if (connection.gap !== undefined && exchange.seq < connection.gap.seq) connection.openSinceGap -= 1;
  if (exchange.sender === 'client') {
    count(requests, exchange, -1);
    return;
  }
  requests.questions.delete(exchange);
  const session = connection.sessions.get(exchange.sessionId ?? '');
  if (session !== undefined) forget(session, exchange);
}

/** A hole in the recording, or a frame that nobody can read: all that is open may have been answered in it. */
export function noteGap(connection: Connection, seq: number, at: number): void {
  connection.gap = { seq, at };
  connection.openSinceGap = connection.requests.client.open + connection.requests.agent.open;
}

function count({ counts }: Requests, { method, sessionId = '' }: Exchange, by: 1 | -1): void {
  // a request that creates a session is counted with the others, whatever it names
  const key = `${method} ${MAKES_SESSION.has(method) ? '' : sessionId}`;
  const left = (counts.get(key) ?? 0) + by;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

/** How many requests of the client have no answer yet, of some methods and one session, or of none. */
export function openOfClient({ requests }: Connection, methods: Iterable<string>, sessionId = ''): number {
  let sum = 0;
  for (const method of methods) sum += requests.client.counts.get(`${method} ${sessionId}`) ?? 0;
  return sum;
}

/** A request of the agent in a session is open. */
export function noteAsked(session: Session, exchange: Exchange): void {
  const { asked } = session;
  const { method, params, turn } = exchange;
  if (exchange.needsNoAnswer) return;
  (openTurn(session, turn)?.openRequests ?? asked.outsideTurns).add(exchange);
  asked.uncancelled.add(exchange);
  if (ASKS_USER.has(method)) {
    asked.questions.add(exchange);
    asked.sinceIdle.add(exchange);
  }
  const callId = method === 'session/request_permission' ? askedCallId(objectOf(params)) : undefined;
  if (callId === undefined) return;
  const ofCall = asked.ofCalls.get(callId);
  if (ofCall === undefined) asked.ofCalls.set(callId, new Set([exchange]));
  else ofCall.add(exchange);
}

/** The agent took a question back. */
export function noteWithdrawn({ asked }: Session, exchange: Exchange): void {
  asked.questions.delete(exchange);
  asked.sinceIdle.delete(exchange);
}

function forget(session: Session, exchange: Exchange): void {
  const { asked } = session;
  openTurn(session, exchange.turn)?.openRequests.delete(exchange);
  asked.outsideTurns.delete(exchange);
  asked.uncancelled.delete(exchange);
  noteWithdrawn(session, exchange);
  if (exchange.leftOpen !== undefined) asked.leftOpen.get(exchange.leftOpen.seq)?.delete(exchange);
  if (asked.ofCalls.size === 0) return;
  const callId = askedCallId(objectOf(exchange.params));
  const ofCall = callId === undefined ? undefined : asked.ofCalls.get(callId);
  if (callId === undefined || ofCall?.delete(exchange) !== true) return;
  if (ofCall.size === 0) asked.ofCalls.delete(callId);
}

/** All that the client does in a session from now on is after a cancel. */
export function noteCancelled({ asked }: Session, seq: number, at: number): void {
  for (const exchange of asked.uncancelled) exchange.cancelledBy ??= { seq, at };
  asked.uncancelled.clear();
}

/** How many groups of requests that an idle left open are remembered, and how many of each. */
const REMEMBERED_IDLES = 8;
const REMEMBERED_LEFT = 21;

/** v2: an idle left a request open. */
export function noteLeft({ asked }: Session, exchange: Exchange, seq: number, at: number): void {
  if (exchange.leftOpen !== undefined) return;
  exchange.leftOpen = { seq, at };
  const left = asked.leftOpen.get(seq) ?? new Set();
  if (left.size < REMEMBERED_LEFT) left.add(exchange);
  asked.leftOpen.set(seq, left);
  const [oldest] = asked.leftOpen.keys();
  if (asked.leftOpen.size > REMEMBERED_IDLES && oldest !== undefined) asked.leftOpen.delete(oldest);
}
