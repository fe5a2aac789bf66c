import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { saidIn } from './said-in-initialize.js';

export const missingCapabilities = defineRule({
  id: 'init/missing-capabilities',
  severity: 'info',
  versions: ['v1'],
  fault: 'sender',
  summary: 'Client and agent say in initialize what they can do.',
  explanation:
    'The prose of v1 wants both messages to carry capabilities, the schema has defaults for them: without them nothing ' +
    'optional is supported. That may be what was meant; if it was not, this is why the other side offers so little. ' +
    'Send the object, and if it is empty.',
  spec: 'v1/initialization',
  messages: { missing: 'initialize has no {field}: nothing optional of the {side} is supported' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, report, hasReported }) {
    const said = saidIn(step);
    const { sender } = step;
    const field = capabilitiesField(sender, 1);
    if (said === undefined || said[field] !== undefined || hasReported('init/wrong-version-fields')) return;
    report('missing', { data: { field, side: sender } });
  },
});
