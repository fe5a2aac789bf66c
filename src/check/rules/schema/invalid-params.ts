import { defineRule } from '../../engine/rule.js';
import { enumeratedOnce } from '../../engine/shape-wording.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

export const invalidParams = defineRule({
  id: 'schema/invalid-params',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The params of a request or notification must match the schema of its method.',
  explanation:
    'A receiver answers such a request with -32602 and silently drops such a notification, so nothing happens. Send ' +
    'every required field with its type. Each wrong value is a violation of its own.\n\n' +
    'Not reported: unknown fields (extension/unknown-root-field); malformed optional fields that receivers replace ' +
    '(schema/tolerated-field); params of methods that begin with an underscore.',
  spec: 'v1/schema',
  messages: {
    ...BROKEN_MESSAGES,
    none: 'the params are missing; {method} requires {needed}',
  },
  on: ['shape'],
  inspect(context) {
    const { step, claim, hasReported, report } = context;
    const { message, method = '' } = step;
    if (message.kind === 'response' || message.kind === 'malformed') return;
    const broken = brokenOf(context);
    if (step.params === undefined) {
      // one violation, however much is missing; params that are not an object violate JSON-RPC itself
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
