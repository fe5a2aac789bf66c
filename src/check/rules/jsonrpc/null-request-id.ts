import { defineRule } from '../../engine/rule.js';

export const nullRequestId = defineRule({
  id: 'jsonrpc/null-request-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The id of a request should not be null.',
  explanation:
    'Errors about unreadable frames have the id null, and in JSON-RPC 1.0 null marks a notification. So the other ' +
    'side may not answer at all, and an answer looks like such an error. Number your requests, and leave out the id ' +
    'of notifications.\n\n' +
    'v1 and the August draft of v2 allow null. The November draft of v2 forbids it, so it is an error there.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: { none: 'the id of the {method} request is null; use a number or a string' },
  on: ['request'],
  inspect({ step: { message, method }, hasReported, report }) {
    if (message.kind !== 'request' || message.json['id'] !== null) return;
    if (hasReported('jsonrpc/notification-sent-as-request')) return;
    report('none', { data: { method: method ?? '' }, dialects: { v2a: 'warning', v2b: 'error' } });
  },
});
