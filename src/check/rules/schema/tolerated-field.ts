import { defineRule } from '../../engine/rule.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

const LOST = '; readers ignore it, so what it says is lost';

export const toleratedField = defineRule({
  id: 'schema/tolerated-field',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Optional fields and list items should have the type that the schema defines.',
  explanation:
    'The schema tells readers to use the default for such a malformed field, and to drop such a malformed list ' +
    'item. So nothing fails and nobody notices, but the status, the plan entry or the capability is missing. Send ' +
    'what the message asks for.\n\n' +
    'Malformed fields that readers do not tolerate are schema/invalid-params and schema/invalid-result.',
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
