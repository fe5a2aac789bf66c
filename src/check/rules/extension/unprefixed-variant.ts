import { defineRule } from '../../engine/rule.js';
import { hintOf, listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const unprefixedVariant = defineRule({
  id: 'extension/unprefixed-variant',
  severity: 'warning',
  versions: ['v2'],
  fault: 'sender',
  summary: 'Custom values in an open list of v2 should begin with an underscore.',
  explanation:
    'The lists of v2 are open, so nothing fails. But names without an underscore are reserved for later versions of ' +
    'the protocol: one day a peer may give yours another meaning. Until then, the peer shows nothing for it. Begin ' +
    'the name with an underscore and your vendor name, or use one of the values that the violation lists.\n\n' +
    'Reported once per value and place. Not reported: values with an underscore; values of the unstable schema ' +
    '(extension/unstable-surface).',
  spec: 'v2/extensibility',
  messages: { reserved: '{place} is {found}, a name reserved for the protocol; it defines {known}{hint}' },
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
