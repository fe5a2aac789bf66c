import { defineRule } from '../../engine/rule.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

export const unknownEnumValue = defineRule({
  id: 'schema/unknown-enum-value',
  severity: 'error',
  versions: ['v1'],
  fault: 'sender',
  summary: 'Where v1 lists the values of a field, the field has one of them.',
  explanation:
    'The enums of v1 are closed: a typed reader refuses the whole message for one value that it does not know. Send one ' +
    'of those that the message names. Not reported: the category of config options and other lists that v1 leaves open, ' +
    'and fields that readers replace by their default (schema/tolerated-field).',
  spec: 'v1/schema',
  messages: BROKEN_MESSAGES,
  on: ['shape'],
  inspect(context) {
    for (const finding of brokenOf(context)) {
      const isEnum = finding.kind === 'unknown-value' || isOutcome(finding);
      if (isEnum && !finding.tolerated) reportBroken(context, finding);
    }
  },
});

/** The outcome of a permission is a tag with one field beside it; for who sends it, it is an enum. */
function isOutcome({ kind, member }: { kind: string; member: string }): boolean {
  return kind === 'unknown-variant' && member === 'outcome';
}
