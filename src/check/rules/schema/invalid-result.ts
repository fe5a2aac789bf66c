import { defineRule } from '../../engine/rule.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

export const invalidResult = defineRule({
  id: 'schema/invalid-result',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A result must match the schema of the response.',
  explanation:
    'The sender of the request cannot use the answer: typed readers fail as if the request had failed, and lenient ' +
    'ones go on with a value missing. Send every required field with its type. A response without fields is the ' +
    'empty object {}. Each wrong value is a violation of its own.\n\n' +
    'Not reported: results of methods that begin with an underscore; unknown fields; malformed optional fields that ' +
    'receivers replace (schema/tolerated-field).',
  spec: 'v1/schema',
  messages: { ...BROKEN_MESSAGES, null: 'the result is null; the response to {method} must be an object{needs}' },
  on: ['response if remarkable', 'response if null'],
  inspect(context) {
    const { step, protocol, report } = context;
    const { message, method, receiver, result, exchange } = step;
    if (message.kind !== 'response' || !message.outcome.ok || exchange === undefined || method === undefined) return;
    for (const finding of brokenOf(context)) reportBroken(context, finding);
    const response = protocol.method(method, 'request', receiver)?.request;
    if (result !== null || response === undefined) return;
    // examples of v1 had null for responses without required fields: schema/null-result
    if (protocol.version === 1 && !response.resultRequired) return;
    report('null', { data: { method, needs: response.resultRequired ? ' with its required fields' : '; send {}' } });
  },
});
