import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const responseUnknownId = defineRule({
  id: 'jsonrpc/response-unknown-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'A response carries the id of a request that was made.',
  explanation:
    'Nobody waits for it: the other side drops it, and the request that was meant is never answered. Repeat the id of ' +
    'the request as it came. Each side numbers its own requests, so an id of your own requests answers nothing. Not ' +
    'reported: errors with id null (jsonrpc/peer-reported-error), a second response (jsonrpc/duplicate-response).',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    unknown: 'no request of the {receiver} has the id {id}',
    own: 'no request of the {receiver} has the id {id}; it is that of {method}, which the {sender} itself asked',
  },
  on: ['response if unmatched'],
  inspect({ step, connection, report }) {
    const { match, key, sender, receiver, message } = step;
    if (match !== 'unknown' || key === undefined || message.kind !== 'response') return;
    const own = connection.requests[sender].pending.get(key);
    const data = { id: message.id ?? 'null', receiver };
    // the request may have come in the hole, whenever it is answered
    const severity = connection.gap === undefined ? 'error' : 'info';
    if (own === undefined) report('unknown', { data, severity });
    else report('own', { data: { ...data, method: own.method, sender }, severity, evidence: [own] });
  },
});

export const responseIdTypeMismatch = defineRule({
  id: 'jsonrpc/response-id-type-mismatch',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A response repeats the id of its request with its JSON type.',
  explanation:
    '5 and "5" are different ids: the other side looks for the request, does not find it and waits for ever. Keep the id ' +
    'as the JSON value that came, and do not convert it. The response is taken for the answer to that request here.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { type: 'the response has the id {id}; that of {method} is {asked}, which is another type' },
  on: ['response if unmatched'],
  inspect({ step, report }) {
    const { match, exchange, message } = step;
    if (match !== 'coerced' || exchange === undefined || message.kind !== 'response') return;
    const { key, method } = exchange;
    const asked = key.startsWith('"') ? quoted(key.slice(1)) : key;
    report('type', { data: { id: message.id ?? 'null', method, asked }, evidence: [exchange] });
  },
});

/** Errors about a method or its params: who sends one has read the message. */
const ABOUT_A_CALL: ReadonlySet<number | undefined> = new Set([METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR]);

export const responseToNotification = defineRule({
  id: 'jsonrpc/response-to-notification',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A notification gets no response, not even an error.',
  explanation:
    'Who sends a notification waits for nothing: a response without an id, or with id null, belongs to nothing, and ' +
    'readers take it for a broken message. Answer only what has an id; what a notification cannot do is a matter for ' +
    'the log. Not reported: -32700 and -32600 with id null, which answer what could not be read; an error that ' +
    'follows a frame that was reported as broken.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: {
    result: 'a result without an id answers no request{after}',
    error: 'error {code} ({text}) without an id answers {method}, which is a notification',
  },
  on: ['response if unmatched'],
  inspect({ step, connection, badFrames, thresholds, hasReported, report }) {
    const { match, message, error, receiver, at } = step;
    if (match !== 'no-id' || message.kind !== 'response' || hasReported('transport/batch-reply-shape')) return;
    const { lastNotification } = connection.wires[receiver];
    if (message.outcome.ok) {
      const after = lastNotification === undefined ? '' : `; notifications as ${lastNotification.method} get none`;
      // a request whose id is null may have come before the recording began
      const severity = connection.fromStart && connection.gap === undefined ? 'error' : 'info';
      report('result', { data: { after }, severity, evidence: [lastNotification] });
      return;
    }
    if (lastNotification === undefined || at - lastNotification.at > thresholds.reply) return;
    if (!ABOUT_A_CALL.has(error?.code) || badFrames.unnoticed[receiver].some(({ seq }) => seq >= lastNotification.seq))
      return;
    const data = { code: error?.code ?? '', text: quoted(error?.message), method: lastNotification.method };
    report('error', { data, evidence: [lastNotification] });
  },
});
