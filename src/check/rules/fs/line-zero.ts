import { objectOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { toolCallOf } from '../../../model/tools/permissions.js';
import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';

export const lineZero = defineRule({
  id: 'fs/line-zero',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Line numbers count from 1.',
  explanation:
    'Whoever counts from 0, as the Language Server Protocol does, is one line off everywhere, and only line 0 gives it ' +
    'away: clients open the wrong line, or refuse the request. Add one to the numbers of an editor library. The newer ' +
    'draft of v2 forbids 0 in its schema, and readers drop it. Reported once for a tool call.',
  spec: 'v1/overview#argument-requirements',
  messages: { zero: '{place} is 0; the first line is 1' },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, report }) {
    const zeros = shapes.filter((finding) => {
      if (finding.found !== 0 || isClaimed(finding)) return false;
      return finding.kind === 'line' || (finding.kind === 'out-of-range' && finding.member === 'line');
    });
    for (const finding of zeros) claim(finding);
    const [first] = zeros;
    if (first === undefined) return;
    const call = callOf(step);
    report('zero', {
      data: { place: placeOf(step, first.path) },
      dialects: { v2a: 'warning', v2b: 'error' },
      ...(call !== undefined && { once: `${step.sessionId ?? ''} ${call}` }),
    });
  },
});

function callOf({ update, params }: Step): string | undefined {
  return textOf((update ?? toolCallOf(objectOf(params)))?.['toolCallId']);
}
