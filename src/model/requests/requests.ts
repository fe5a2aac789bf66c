import type { Sender } from '../../wire/frame.js';
import type { JsonObject } from '../../wire/json-text.js';
import { keyOfValue } from '../state/request-key.js';
import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import { objectOf } from '../json-access.js';
import { digestOf } from '../turns/prompt-digest.js';
import type { ResponseMessage } from '../../wire/message.js';
import type { Step } from '../state/step.js';
import { begin, finish } from '../turns/busy-time.js';
import { noteAsked, noteClosed, noteOpen } from './open-requests.js';
import { openTurn } from '../turns/turn-beginning.js';

/** Methods that are notifications. Even with an id they need no answer. */
const NOTIFICATIONS: ReadonlySet<string> = new Set([
  'session/cancel',
  'session/update',
  'elicitation/complete',
  '$/cancel_request',
]);

/** Applies a new request, whose answer is now pending. */
export function awaitAnswer(connection: Connection, step: Step): void {
  const { sender, key, method, params, sessionId, session, turn, seq, at, index } = step;
  if (key === undefined || method === undefined) return;
  const requests = connection.requests[sender];
  const isPrompt = method === 'session/prompt';
  const earlier = requests.pending.get(key);
  const exchange: Exchange = {
    seq,
    at,
    index,
    sender,
    key,
    method,
    params: isPrompt ? undefined : params,
    prompt: isPrompt ? digestOf(params?.['prompt']) : undefined,
    sessionId,
    turn: turn?.number,
    needsNoAnswer: NOTIFICATIONS.has(method),
    sameId: earlier === undefined ? [] : [...earlier.sameId.slice(-SAME_ID_LIMIT), earlier],
    sharesId: earlier !== undefined,
  };
  if (earlier !== undefined) {
    // of very many requests with one id the oldest are given up
    for (const forgotten of earlier.sameId.slice(0, -SAME_ID_LIMIT)) noteClosed(connection, forgotten);
    earlier.sameId = [];
    earlier.sharesId = true;
  }
  requests.pending.set(key, exchange);
  requests.made += 1;
  noteOpen(requests, exchange);
  if (sender === 'client') noteBehind(connection, exchange);
  if (sender === 'agent' && session !== undefined) noteAsked(session, exchange);
  if (sender === 'agent' && session !== undefined && turn !== undefined) {
    begin(turn.clientTime, at);
    turn.longestSilence = Math.max(turn.longestSilence, at - turn.last.at);
    turn.last = { seq, at };
  }
}

/** A request is behind a question of another session if nothing shows that the agent has read anything since it asked. */
function noteBehind({ requests, wires }: Connection, exchange: Exchange): void {
  const { questions } = requests.agent;
  if (questions.size === 0) return;
  const [oldest] = questions;
  if (oldest === undefined || oldest.sessionId === exchange.sessionId || wires.agent.hasRead >= oldest.seq) return;
  exchange.behind = oldest;
}

/** Applies the answer to a request. */
export function settle(connection: Connection, step: Step): void {
  const { exchange, receiver, session, at } = step;
  if (exchange === undefined) return;
  const { pending } = connection.requests[receiver];
  noteClosed(connection, exchange);
  if (receiver === 'agent') exchange.answered = { seq: step.seq, at };
  const left = withoutAnswered(pending.get(exchange.key), exchange);
  if (left === undefined) pending.delete(exchange.key);
  else pending.set(exchange.key, left);
  const asked = session && openTurn(session, exchange.turn);
  if (receiver !== 'agent' || asked === undefined) return;
  finish(asked.clientTime, at);
  // the agent was not silent while it waited for the client
  asked.last = { seq: step.seq, at };
}

/** At most this many pending requests with the same id are told apart. */
const SAME_ID_LIMIT = 8;

/** Fields that only the result of one method has: they show which of several requests with one id is answered. */
const OWN_MEMBER: ReadonlyMap<string, string> = new Map([
  ['initialize', 'protocolVersion'],
  ['session/new', 'sessionId'],
  ['session/prompt', 'stopReason'],
  ['session/list', 'sessions'],
  ['session/set_config_option', 'configOptions'],
  ['session/request_permission', 'outcome'],
  ['fs/read_text_file', 'content'],
  ['terminal/create', 'terminalId'],
  ['terminal/output', 'output'],
  ['elicitation/create', 'action'],
]);

/** The request that a response answers, out of several with one id: by its fields, otherwise the oldest. */
export function answeredOf(newest: Exchange, { outcome }: ResponseMessage): Exchange {
  if (newest.sameId.length === 0) return newest;
  const all = [...newest.sameId, newest];
  const result = outcome.ok ? objectOf(outcome.result) : undefined;
  if (result === undefined) return all[0] ?? newest;
  const isOf = ({ method }: Exchange): boolean | undefined => {
    const own = OWN_MEMBER.get(method);
    return own === undefined ? undefined : Object.hasOwn(result, own);
  };
  return all.find((each) => isOf(each) === true) ?? all.find((each) => isOf(each) === undefined) ?? all[0] ?? newest;
}

function withoutAnswered(newest: Exchange | undefined, answered: Exchange): Exchange | undefined {
  if (newest === undefined) return undefined;
  const left = [...newest.sameId, newest].filter(({ seq }) => seq !== answered.seq);
  const last = left.pop();
  if (last !== undefined) last.sameId = left;
  return last;
}

/** The pending request that `$/cancel_request` names: one of its own sender (spec: v1/cancellation). */
export function namedRequest(connection: Connection, sender: Sender, params: JsonObject): Exchange | undefined {
  return connection.requests[sender].pending.get(keyOfValue(params['requestId'] ?? null));
}
