import { defineRule } from '../../engine/rule.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

export const unknownEnumValue = defineRule({
  id: 'schema/unknown-enum-value',
  severity: 'error',
  versions: ['v1'],
  fault: 'sender',
  summary: 'An enum field in v1 must have one of the values that v1 lists.',
  explanation:
    'The enums of v1 are closed: a typed reader refuses the whole message because of one unknown value. Send one of ' +
    'the values that the violation lists.\n\n' +
    'Not reported: the category of config options and other lists that v1 leaves open; fields that readers replace ' +
    'by a default (schema/tolerated-field).',
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

/** The outcome of a permission is technically a tag, but to its sender it looks like an enum. */
function isOutcome({ kind, member }: { kind: string; member: string }): boolean {
  return kind === 'unknown-variant' && member === 'outcome';
}
