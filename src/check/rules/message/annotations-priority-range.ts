import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const annotationsPriorityRange = defineRule({
  id: 'message/annotations-priority-range',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The priority of an annotation should be between 0 and 1.',
  explanation:
    '1 means that the content is practically required, 0 that it can be left out. With values such as 5 or 100, ' +
    'readers cannot rank content from different sources, and readers of v2 drop the number. Divide by your highest ' +
    'priority.\n\n' +
    'Only an info in v1, which merely describes the range. An error in v2, whose schema defines it.',
  spec: 'v2/content',
  messages: { outside: '{place} is {found}; a priority must be between 0 and 1' },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      const { kind, type, member, path, found } = finding;
      const isPriority = kind === 'priority' || (kind === 'out-of-range' && type === 'Annotations');
      if (!isPriority || member !== 'priority' || isClaimed(finding)) continue;
      // in v2 the schema and the check of the field's meaning may both find it
      for (const other of shapes) if (other.path.join() === path.join()) claim(other);
      const data = { place: placeOf(step, path), found: quoted(found) };
      report('outside', { data, severity: step.version === 2 ? 'error' : 'info' });
    }
  },
});
