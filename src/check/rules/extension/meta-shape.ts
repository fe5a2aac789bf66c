import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const metaShape = defineRule({
  id: 'extension/meta-shape',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: '_meta should be an object or null, and its trace context keys valid.',
  explanation:
    'Readers discard a _meta that is not an object, so its content is lost. The keys traceparent, tracestate and ' +
    'baggage are reserved for trace context as W3C defines it; a tracer that meets a malformed traceparent drops ' +
    'the trace. All other keys and values in _meta are free and not checked.',
  spec: 'v1/extensibility#the-_meta-field',
  messages: {
    shape: '{place} is {found}; it must be an object or null',
    trace: '{place} is {found}; it must be {expected}',
  },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      const { kind, path, expected, reason } = finding;
      if (kind !== 'meta' || isClaimed(finding)) continue;
      claim(finding);
      const data = { place: placeOf(step, path), found: quoted(finding.found) };
      if (reason === 'not-an-object') report('shape', { data });
      else report('trace', { data: { ...data, expected } });
    }
  },
});
