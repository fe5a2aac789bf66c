import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const emptyIdentifier = defineRule({
  id: 'schema/empty-identifier',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Ids and names should not be empty.',
  explanation:
    'The schema allows any string. But code that asks "is there an id?" treats an empty one as missing, and two ' +
    'things without a name cannot be told apart. Give each its own id or name.\n\n' +
    'Not reported: cursors of session/list, where an empty string is a value like any other; values of select ' +
    'options.',
  spec: 'v1/schema',
  messages: { blank: '{place} is {found}; it must be {expected}' },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, hasReported, report }) {
    for (const finding of shapes) {
      const { kind, path, found, expected } = finding;
      if (kind !== 'identifier' || isClaimed(finding)) continue;
      claim(finding);
      // the id refers to something, and another rule already reported that it does not exist
      if (REFERS_TO_NOTHING.some(hasReported)) continue;
      report('blank', { data: { place: placeOf(step, path), found: quoted(found), expected } });
    }
  },
});

const REFERS_TO_NOTHING: readonly string[] = [
  'auth/unknown-method-id',
  'config/set-unknown-option',
  'elicitation/complete-unknown-id',
  'mode/current-unknown',
  'mode/set-unknown-mode',
  'permission/option-not-offered',
  'session/unknown-session-id',
  'terminal/embed-unknown-id',
  'terminal/unknown-id',
  'tool-call/chunk-unknown-id',
  'tool-call/missing-title',
  'tool-call/update-before-create',
];
