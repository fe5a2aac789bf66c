import { defineRule } from '../../engine/rule.js';
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
