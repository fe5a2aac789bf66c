import { defineRule } from '../../engine/rule.js';

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
