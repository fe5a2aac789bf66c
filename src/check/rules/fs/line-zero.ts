import { objectOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { toolCallOf } from '../../../model/tools/asked-call.js';
import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';

export const lineZero = defineRule({
  id: 'fs/line-zero',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Line numbers should count from 1.',
  explanation:
    'A program that counts from 0, like the Language Server Protocol, is off by one everywhere, but only line 0 ' +
    'shows it. Clients open the wrong line or refuse the request. Add one to the numbers of an editor library.\n\n' +
    'An error in the November draft of v2, whose schema forbids 0, so readers drop it. Reported once per tool call.',
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
