import { defineRule } from '../../engine/rule.js';

/** Rules whose violation makes the params of a request invalid, so that it must not succeed. */
const INVALID: ReadonlySet<string> = new Set([
  'schema/invalid-params',
  'schema/unknown-enum-value',
  'path/mcp-required-lists',
]);

export const invalidParamsAccepted = defineRule({
  id: 'schema/invalid-params-accepted',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A request with invalid params should be answered with an error.',
  explanation:
    'The request violates the schema, which is reported at the request. This is about the other side, which ' +
    'accepted it anyway. So the developer never learns about the mistake until a stricter peer refuses it. Answer ' +
    'with -32602.\n\n' +
    'Not reported: malformed fields that readers should replace; unknown fields; initialize.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { accepted: 'the {sender} accepted a request that violates {rule}; it should answer with error -32602' },
  on: ['response if faulty'],
  inspect({ step, connection, faultsOf, report }) {
    const { message, exchange, method, sender } = step;
    if (message.kind !== 'response' || !message.outcome.ok || exchange === undefined) return;
    if (method === 'initialize' || !connection.negotiated) return;
    const rule = faultsOf(exchange).find((fault) => INVALID.has(fault));
    if (rule !== undefined) report('accepted', { data: { sender, rule }, evidence: [exchange] });
  },
});
