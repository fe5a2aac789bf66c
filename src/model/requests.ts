import type { Connection, Exchange } from './connection.js';
import { digestOf } from './prompt-digest.js';
import type { Step } from './step.js';
import { begin, finish } from './turn.js';

/** Methods that are notifications: one that comes with an id all the same need not be answered. */
const NOTIFICATIONS: ReadonlySet<string> = new Set([
  'session/cancel',
  'session/update',
  'elicitation/complete',
  '$/cancel_request',
]);

/** A request was made: its answer is awaited. */
export function awaitAnswer(connection: Connection, step: Step): void {
  const { sender, key, method, params, sessionId, session, turn, seq, at } = step;
  if (key === undefined || method === undefined) return;
  const requests = connection.requests[sender];
  const isPrompt = method === 'session/prompt';
  const exchange: Exchange = {
    seq,
    at,
    sender,
    key,
    method,
    params: isPrompt ? undefined : params,
    prompt: isPrompt ? digestOf(params?.['prompt']) : undefined,
    sessionId,
    turn: turn?.number,
    faults: [],
    needsNoAnswer: NOTIFICATIONS.has(method),
  };
  // used twice at a time: two answers are to come, and the second must not look like one too many
  if (requests.pending.has(key)) requests.broken.add(key);
  requests.pending.set(key, exchange);
  requests.made += 1;
  if (sender === 'agent' && session !== undefined && turn !== undefined) begin(turn.clientTime, at);
}

/** A request was answered. */
export function settle(connection: Connection, step: Step): void {
  const { exchange, receiver, session, at } = step;
  if (exchange === undefined) return;
  connection.requests[receiver].pending.delete(exchange.key);
  const asked = session?.open.find(({ number }) => number === exchange.turn);
  if (receiver === 'agent' && asked !== undefined) finish(asked.clientTime, at);
}

/** The requests of one side that name a session and have no answer yet, oldest first. */
export function openRequests(connection: Connection, sender: 'client' | 'agent', sessionId: string): Exchange[] {
  const { pending } = connection.requests[sender];
  return [...pending.values()].filter((exchange) => exchange.sessionId === sessionId);
}
