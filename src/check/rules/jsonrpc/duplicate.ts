import type { Connection } from '../../../model/state/connection.js';
import type { Moment } from '../../../model/state/moment.js';
import { defineRule } from '../../engine/rule.js';

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

/** Whether something of the recording is missing since; an id may have been answered or used again in it. */
function hadGapSince({ gap }: Connection, { seq }: Moment): boolean {
  return gap !== undefined && gap.seq > seq;
}
