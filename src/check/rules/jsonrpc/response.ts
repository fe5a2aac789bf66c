import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

export const responseUnknownId = defineRule({
  id: 'jsonrpc/response-unknown-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'A response must carry the id of a request that the other side sent.',
  explanation:
    'Nobody waits for such a response. The other side drops it, and the request that was meant is never answered. ' +
    'Repeat the id exactly as it came. Each side numbers its own requests, so do not answer with the id of one of ' +
    'your own.\n\n' +
    'Not reported: errors with id null (jsonrpc/peer-reported-error); a second response ' +
    '(jsonrpc/duplicate-response).',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    unknown: 'no request of the {receiver} has the id {id}{waiting}',
    own: 'no request of the {receiver} has the id {id}; it is the id of {method}, which the {sender} itself sent{waiting}',
  },
  on: ['response if unmatched'],
  inspect({ step, connection, report }) {
    const { match, key, sender, receiver, message } = step;
    if (match !== 'unknown' || key === undefined || message.kind !== 'response') return;
    const own = connection.requests[sender].pending.get(key);
    const open = firstOf(connection.requests[receiver].pending.values(), MOST_WAITING + 1);
    const data = { id: message.id ?? 'null', receiver, waiting: waitingOf(open) };
    // the request may be in the gap, however late it is answered
    const severity = connection.gap === undefined ? 'error' : 'info';
    const evidence = open.slice(0, MOST_WAITING);
    if (own === undefined) report('unknown', { data, severity, evidence });
    else report('own', { data: { ...data, method: own.method, sender }, severity, evidence: [own, ...evidence] });
  },
});

/** At most this many pending requests are named. */
const MOST_WAITING = 3;

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}

/** The pending requests for which the response may have been meant. */
function waitingOf(open: readonly Exchange[]): string {
  if (open.length === 0) return '; none waits';
  const names = open.slice(0, MOST_WAITING).map(({ method, key }) => `${method} (id ${idOfKey(key)})`);
  const shown = enumerated(open.length > MOST_WAITING ? [...names, 'others'] : names);
  return `; ${shown} ${open.length === 1 ? 'waits' : 'wait'}`;
}

function idOfKey(key: Exchange['key']): string {
  return key.startsWith('"') ? quoted(key.slice(1)) : key;
}

export const responseIdTypeMismatch = defineRule({
  id: 'jsonrpc/response-id-type-mismatch',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The id of a response must have the same JSON type as that of its request.',
  explanation:
    '5 and "5" are different ids. The other side does not find the request and waits forever. Keep the id as the ' +
    'JSON value you received, and do not convert it.\n\n' +
    'Turntable matches the response with that request all the same.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    type: 'the response has the id {id}, but {method} was sent with {asked}; the JSON type must be the same',
  },
  on: ['response if unmatched'],
  inspect({ step, report }) {
    const { match, exchange, message } = step;
    if (match !== 'coerced' || exchange === undefined || message.kind !== 'response') return;
    const { key, method } = exchange;
    const asked = idOfKey(key);
    report('type', { data: { id: message.id ?? 'null', method, asked }, evidence: [exchange] });
  },
});

/** Errors about a method or its params: their sender has read the message. */
const ABOUT_A_CALL: ReadonlySet<number | undefined> = new Set([METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR]);

export const responseToNotification = defineRule({
  id: 'jsonrpc/response-to-notification',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A notification must not be answered, not even with an error.',
  explanation:
    'The sender of a notification waits for nothing. A response without an id, or with id null, belongs to no ' +
    'request, and readers treat it as a broken message. Answer only messages that have an id, and log the failures ' +
    'of notifications.\n\n' +
    'Not reported: -32700 and -32600 with id null, which answer unreadable frames; an error after a frame that was ' +
    'reported as broken.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: {
    result: 'a result came without an id, so it answers no request{after}',
    error: 'error {code} ({text}) came without an id, apparently in answer to {method}; notifications get no response',
  },
  on: ['response if unmatched'],
  inspect({ step, connection, thresholds, hasReported, report }) {
    const { match, message, error, receiver, at } = step;
    if (match !== 'no-id' || message.kind !== 'response' || hasReported('transport/batch-reply-shape')) return;
    const { lastNotification, unnoticed } = connection.wires[receiver];
    if (message.outcome.ok) {
      const after = lastNotification === undefined ? '' : `; notifications such as ${lastNotification.method} get none`;
      // a request whose id is null may have come before the recording began
      const severity = connection.fromStart && connection.gap === undefined ? 'error' : 'info';
      report('result', { data: { after }, severity, evidence: [lastNotification] });
      return;
    }
    if (lastNotification === undefined || at - lastNotification.at > thresholds.reply) return;
    if (!ABOUT_A_CALL.has(error?.code) || unnoticed.some(({ seq }) => seq >= lastNotification.seq)) return;
    const data = { code: error?.code ?? '', text: quoted(error?.message), method: lastNotification.method };
    report('error', { data, evidence: [lastNotification] });
  },
});
