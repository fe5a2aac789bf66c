import { defineRule } from '../../engine/rule.js';

export const nullResult = defineRule({
  id: 'schema/null-result',
  severity: 'info',
  versions: ['v1'],
  fault: 'sender',
  summary: 'An empty response should be {}, not null.',
  explanation:
    'The schema defines an object for every response. Until September 2026 the documentation showed null for ' +
    'session/load and fs/write_text_file, so both are in use and most readers accept both. Strict readers refuse ' +
    'null. Send {}.\n\n' +
    'If the response has required fields, null is reported by schema/invalid-result; in v2 that goes for every ' +
    'response.',
  spec: 'v1/schema',
  messages: { null: 'the result of {method} is null; send an empty object instead' },
  on: ['response if null'],
  inspect({ step, protocol, report }) {
    const { message, method, receiver, exchange, result } = step;
    if (message.kind !== 'response' || !message.outcome.ok || exchange === undefined || method === undefined) return;
    const response = protocol.method(method, 'request', receiver)?.request;
    if (result === null && response?.resultRequired === false) report('null', { data: { method } });
  },
});
