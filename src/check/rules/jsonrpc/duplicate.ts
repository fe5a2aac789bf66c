import type { Connection } from '../../../model/state/connection.js';
import { objectOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import { keyOfValue } from '../../../model/state/request-key.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';


const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

export const invalidIdType = defineRule({
  id: 'jsonrpc/invalid-id-type',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'An id is a string or an integer of 64 bits.',
  explanation:
    'A boolean, an object or an array is no id: the request cannot be answered. A fraction or a larger integer is read ' +
    'differently by different parsers, so that the response carries another id (v1: a warning, JSON-RPC itself only ' +
    'advises against it). Not reported: integers beyond 2^53, which are legal, and a response that repeats such an id.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    type: 'the id is {found}; it has to be a string or an integer',
    number: 'the id is {found}; a number has to be an integer of 64 bits',
  },
  on: ['malformed', 'request'],
  inspect({ step, connection, report }) {
    const { message, receiver, version } = step;
    if (message.kind === 'request') {
      const { id } = message.json;
      if (typeof id !== 'number' || isInt64(id, message.id)) return;
      report('number', { data: { found: message.id }, severity: version === 1 ? 'warning' : 'error' });
    } else if (message.kind === 'malformed' && message.reason === 'invalid-id-type') {
      const json = objectOf(message.json);
      const id = json?.['id'];
      const repeats = json?.['method'] === undefined && connection.requests[receiver].broken.has(keyOfValue(id));
      if (!repeats) report('type', { data: { found: quoted(id) } });
    }
  },
});

/** @param token as it stands on the wire: beyond 2^53 the number is another one */
function isInt64(id: number, token: string): boolean {
  if (Number.isSafeInteger(id)) return true;
  if (!/^-?\d{1,20}$/.test(token)) return false;
  const integer = BigInt(token);
  return integer >= INT64_MIN && integer <= INT64_MAX;
}

export const nullRequestId = defineRule({
  id: 'jsonrpc/null-request-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The id of a request is not null.',
  explanation:
    'null is the id of errors about frames that could not be read, and in JSON-RPC 1.0 that of notifications: the ' +
    'other side may not answer at all, and an answer cannot be told from such an error. v1 and the earlier draft of v2 ' +
    'allow it, the current draft of v2 forbids it. Number the requests; leave out the id of a notification.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: { none: 'the id of the request {method} is null' },
  on: ['request'],
  inspect({ step: { message, method }, hasReported, report }) {
    if (message.kind !== 'request' || message.json['id'] !== null) return;
    if (hasReported('jsonrpc/notification-sent-as-request')) return;
    report('none', { data: { method: method ?? '' }, dialects: { v2a: 'warning', v2b: 'error' } });
  },
});

export const duplicateInflightId = defineRule({
  id: 'jsonrpc/duplicate-inflight-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The id of a request that is not yet answered is not used for another one.',
  explanation:
    'The response carries nothing but the id: with two requests of that id nobody can tell which one it answers, and ' +
    'one of them usually never ends. Count ids up, for the whole connection. Not reported: the same id used by the ' +
    'other side, whose ids are its own; 1 and "1", which differ; an id that is used again after its response.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: { reused: 'id {id} is that of {other}, which is not answered yet; {method} needs another one' },
  on: ['request'],
  inspect({ step, connection, report }) {
    const { message, key, sender, method } = step;
    if (message.kind !== 'request' || key === undefined || message.json['id'] === null) return;
    const open = connection.requests[sender].pending.get(key);
    // a notification that was sent with an id is never answered: that was the fault
    if (open === undefined || open.needsNoAnswer) return;
    report('reused', {
      data: { id: message.id, other: open.method, method: method ?? '' },
      severity: hadGapSince(connection, open) ? 'info' : 'error',
      evidence: [open],
    });
  },
});

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

export const duplicateResponse = defineRule({
  id: 'jsonrpc/duplicate-response',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A request is answered once.',
  explanation:
    'The first response ended the request, a second one is dropped, or taken for the answer to another request that ' +
    'got the same id. Often a handler answers and then fails, or a cancelled request is answered by whoever cancelled ' +
    'it and by whoever worked on it. Not reported: an id that was used for a new request in between.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { again: 'the request with id {id} was answered before' },
  on: ['response if unmatched'],
  inspect({ step, connection, report }) {
    const { match, key, receiver, message } = step;
    if (match !== 'answered' || key === undefined || message.kind !== 'response') return;
    const seq = connection.requests[receiver].answered.places.get(key);
    const first = seq === undefined ? undefined : { seq, at: step.at };
    const hadGap = connection.gap !== undefined && (first === undefined || hadGapSince(connection, first));
    const severity = hadGap ? 'info' : 'error';
    report('again', { data: { id: message.id ?? 'null' }, severity, evidence: [first] });
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

/** Whether something of the recording is missing since; an id may have been answered or used again in it. */
function hadGapSince({ gap }: Connection, { seq }: Moment): boolean {
  return gap !== undefined && gap.seq > seq;
}
