import { defineRule } from '../../engine/rule.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

export const invalidResult = defineRule({
  id: 'schema/invalid-result',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A result satisfies the schema of the response to its request.',
  explanation:
    'Whoever asked cannot use the answer: typed readers fail as if the request itself had failed, loose ones go on with ' +
    'a hole. Send every required field with its type; a response without any is the empty object {}. Each faulty value ' +
    'is one violation. Not reported: results of methods that begin with an underscore, fields that the schema does not ' +
    'know, malformed optional fields that receivers replace (schema/tolerated-field).',
  spec: 'v1/schema',
  messages: { ...BROKEN_MESSAGES, null: 'the result is null; the response to {method} is an object{needs}' },
  on: ['response if remarkable', 'response if null'],
  inspect(context) {
    const { step, protocol, report } = context;
    const { message, method, receiver, result, exchange } = step;
    if (message.kind !== 'response' || !message.outcome.ok || exchange === undefined || method === undefined) return;
    for (const finding of brokenOf(context)) reportBroken(context, finding);
    const response = protocol.method(method, 'request', receiver)?.request;
    if (result !== null || response === undefined) return;
    // v1 showed null in its examples for responses that need nothing: schema/null-result
    if (protocol.version === 1 && !response.resultRequired) return;
    report('null', { data: { method, needs: response.resultRequired ? ' with required fields' : '; send {}' } });
  },
});
