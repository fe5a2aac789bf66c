import { defineRule } from '../../engine/rule.js';

/** Rules whose violation makes the params of a request invalid, so that success is no answer to it. */
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
  summary: 'A request with invalid params is answered with an error.',
  explanation:
    'The request broke the schema, and that is reported where it stands. This is about the other side: it took the ' +
    'request all the same, so whoever wrote it never learns of the mistake until a stricter peer refuses it. Answer ' +
    '-32602. Not reported: malformed fields that readers are told to replace, fields that the schema does not know, ' +
    'initialize.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { accepted: 'a request that breaks {rule} was answered with success; -32602 was to be expected' },
  on: ['response if faulty'],
  inspect({ step, connection, faultsOf, report }) {
    const { message, exchange, method } = step;
    if (message.kind !== 'response' || !message.outcome.ok || exchange === undefined) return;
    if (method === 'initialize' || !connection.negotiated) return;
    const rule = faultsOf(exchange).find((fault) => INVALID.has(fault));
    if (rule !== undefined) report('accepted', { data: { rule }, evidence: [exchange] });
  },
});
