import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const wrongCapabilityShape = defineRule({
  id: 'init/wrong-capability-shape',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Each capability should have the type that its version defines.',
  explanation:
    'In v1 loadSession, terminal and the fields of promptCapabilities, mcpCapabilities and fs are booleans; the ' +
    'others are objects, which may be empty. In v2 all are objects. Readers ignore a capability of the wrong type, ' +
    'so it counts as not supported.\n\n' +
    'Not reported: null, which means not supported.',
  spec: 'v1/initialization#capabilities',
  messages: { wrong: '{place} is {found}, so it counts as not supported; it must be {expected}' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim, isClaimed }) {
    const field = capabilitiesField(step.sender, step.version);
    for (const finding of shapes) {
      const { path, kind, found, expected } = finding;
      if (kind !== 'wrong-type' || path[0] !== field || path.includes('_meta') || found === null) continue;
      if (isClaimed(finding)) continue;
      claim(finding);
      report('wrong', { data: { place: path.join('.'), found: quoted(found), expected } });
    }
  },
});
