import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const metaShape = defineRule({
  id: 'extension/meta-shape',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: '_meta is an object or null, and its keys traceparent, tracestate and baggage hold what W3C defines.',
  explanation:
    'Readers replace a _meta that is no object by nothing, so what it says is lost. The three keys are kept for trace ' +
    'context: a tracer that meets a broken traceparent drops the trace. Any other key and value of _meta is free and ' +
    'never looked at.',
  spec: 'v1/extensibility#the-_meta-field',
  messages: {
    shape: '{place} is {found}; it has to be an object or null',
    trace: '{place} is {found}; it has to be {expected}',
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
