import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const wrongCapabilityShape = defineRule({
  id: 'init/wrong-capability-shape',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Each capability is a boolean or an object, as its version has it.',
  explanation:
    'In v1 loadSession, terminal and the members of promptCapabilities, mcpCapabilities and fs are booleans, the others ' +
    'are objects, empty where there is nothing to say; in v2 all are objects. Readers take a marker of the other type ' +
    'for one that is not there, so that the capability is lost. Not reported: null, which means not supported.',
  spec: 'v1/initialization#capabilities',
  messages: { wrong: '{place} is {found}; it has to be {expected}, and so counts as not supported' },
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
