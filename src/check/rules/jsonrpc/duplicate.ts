import type { Connection } from '../../../model/state/connection.js';
import type { Moment } from '../../../model/state/moment.js';
import { defineRule } from '../../engine/rule.js';

export const duplicateInflightId = defineRule({
  id: 'jsonrpc/duplicate-inflight-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The id of a pending request must not be used for another request.',
  explanation:
    'A response names its request only by the id. If two pending requests share one, nobody can tell which of them ' +
    'the response answers, and one of them usually never ends. Count ids up for the whole connection.\n\n' +
    'Not reported: the same id used by the other side, which has ids of its own; 1 and "1", which differ; an id ' +
    'that is used again after its response.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: { reused: '{method} was sent with id {id}, which the pending {other} request has; use another id' },
  on: ['request'],
  inspect({ step, connection, report }) {
    const { message, key, sender, method } = step;
    if (message.kind !== 'request' || key === undefined || message.json['id'] === null) return;
    const open = connection.requests[sender].pending.get(key);
    // a notification sent with an id is never answered; it was already reported
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
  summary: 'A request must be answered only once.',
  explanation:
    'The first response ends the request. A second one is dropped, or taken for the answer to another request with ' +
    'the same id. Often a handler answers and then fails. Or a cancelled request is answered twice: by the code ' +
    'that cancelled it and by the code that worked on it.\n\n' +
    'Not reported: an id that was used for a new request in between.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { again: 'the request with id {id} was already answered' },
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

/** Whether the recording has a gap since then; in it an id may have been answered or used again. */
function hadGapSince({ gap }: Connection, { seq }: Moment): boolean {
  return gap !== undefined && gap.seq > seq;
}
