import { defineRule } from '../../engine/rule.js';

export const nullResult = defineRule({
  id: 'schema/null-result',
  severity: 'info',
  versions: ['v1'],
  fault: 'sender',
  summary: 'A response that has nothing to say is {}, not null.',
  explanation:
    'The schema has an object for every response. Until September 2026 the pages showed null for session/load and ' +
    'fs/write_text_file, so both are about and most readers take both; strict ones refuse null. Send {}. Where the ' +
    'response has required fields, null is schema/invalid-result, and in v2 it is that for every response.',
  spec: 'v1/schema',
  messages: { null: 'the result of {method} is null; the schema has an object, empty where there is nothing to say' },
  on: ['response if null'],
  inspect({ step, protocol, report }) {
    const { message, method, receiver, exchange, result } = step;
    if (message.kind !== 'response' || !message.outcome.ok || exchange === undefined || method === undefined) return;
    const response = protocol.method(method, 'request', receiver)?.request;
    if (result === null && response?.resultRequired === false) report('null', { data: { method } });
  },
});
