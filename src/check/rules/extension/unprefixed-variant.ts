import { defineRule } from '../../engine/rule.js';
import { hintOf, listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const unprefixedVariant = defineRule({
  id: 'extension/unprefixed-variant',
  severity: 'warning',
  versions: ['v2'],
  fault: 'sender',
  summary: 'Values that an implementation adds to an open list of v2 begin with an underscore.',
  explanation:
    'The lists of v2 are open, so nothing fails, but names without an underscore are kept for later versions of the ' +
    'protocol: a peer may one day read something else in it, and until then it shows nothing. Put an underscore and the ' +
    'name of the vendor before it, or use one of the values that the message names. Reported once for a value and a ' +
    'place. Not reported: values with an underscore, and those of the unstable schema (extension/unstable-surface).',
  spec: 'v2/extensibility',
  messages: { reserved: '{place} is {found}, a name kept for the protocol; it knows {known}{hint}' },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      const { kind, type, member, path, known } = finding;
      if ((kind !== 'open-value' && kind !== 'open-variant') || isClaimed(finding)) continue;
      claim(finding);
      const found = quoted(finding.found);
      const data = { place: placeOf(step, path), found, known: listed(known), hint: hintOf(finding) };
      report('reserved', { data, once: `${type} ${member} ${found}` });
    }
  },
});
