import { defineRule } from '../../engine/rule.js';
import { enumeratedOnce } from '../../engine/shape-wording.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

const LOST = '; readers ignore it, so what it says is lost';

export const toleratedField = defineRule({
  id: 'schema/tolerated-field',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Optional fields and list items that readers may skip have the shape that the schema gives them.',
  explanation:
    'The schema tells readers to take the default for such a field, or to drop such a list item, when it is malformed. ' +
    'So nothing fails and nobody says a word: the status, the plan entry or the capability is just not there. Send the ' +
    'type or one of the values that the message names. Fields that readers do not tolerate are schema/invalid-params ' +
    'and schema/invalid-result.',
  spec: 'v1/schema',
  messages: {
    missing: `${BROKEN_MESSAGES.missing}${LOST}`,
    type: `${BROKEN_MESSAGES.type}${LOST}`,
    value: `${BROKEN_MESSAGES.value}${LOST}`,
    ambiguous: `${BROKEN_MESSAGES.ambiguous}${LOST}`,
  },
  on: ['shape'],
  inspect(context) {
    for (const finding of brokenOf(context)) if (finding.tolerated) reportBroken(context, finding);
  },
});

export const invalidParams = defineRule({
  id: 'schema/invalid-params',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The params of a request or notification satisfy the schema of its method.',
  explanation:
    'A receiver answers a request like this with -32602 and drops a notification without a word, so what was asked or ' +
    'reported does not happen. Send every required field with its type. Each faulty value is one violation. Not ' +
    'reported: fields that the schema does not know (extension/unknown-root-field), malformed optional fields that ' +
    'receivers replace (schema/tolerated-field), params of methods that begin with an underscore.',
  spec: 'v1/schema',
  messages: {
    ...BROKEN_MESSAGES,
    none: 'params are missing; {method} needs {needed}',
  },
  on: ['shape'],
  inspect(context) {
    const { step, claim, hasReported, report } = context;
    const { message, method = '' } = step;
    if (message.kind === 'response' || message.kind === 'malformed') return;
    const broken = brokenOf(context);
    if (step.params === undefined) {
      // one fault, however much is missing; params that are no object break JSON-RPC itself
      for (const finding of broken) claim(finding);
      const [first] = broken;
      if (first === undefined || hasReported('jsonrpc/params-not-structured')) return;
      if (first.kind === 'missing') report('none', { data: { method, needed: enumeratedOnce(broken) } });
      else reportBroken(context, first);
      return;
    }
    for (const finding of broken) reportBroken(context, finding);
  },
});

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
