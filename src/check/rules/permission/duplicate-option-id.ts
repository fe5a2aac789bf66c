import { objectsOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

export const duplicateOptionId = defineRule({
  id: 'permission/duplicate-option-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Each option of a permission request should have its own optionId.',
  explanation:
    'The answer consists only of the id. If two options share one, nobody can tell which of them the user chose, ' +
    'and "reject" may be read as "allow". Give each option its own id; the kind is not an id.',
  spec: 'v1/tool-calls#permission-options',
  messages: { twice: 'more than one option has the optionId {ids}; each option needs its own' },
  on: ['request:session/request_permission'],
  inspect({ step, report }) {
    const ids = objectsOf(step.params?.['options']).flatMap(({ optionId }) => textOf(optionId) ?? []);
    const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    if (twice.length === 0) return;
    report('twice', { data: { ids: enumerated(twice.map(quoted)) }, dialects: { v2a: 'warning', v2b: 'error' } });
  },
});
