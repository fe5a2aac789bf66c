import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { saidIn } from './said-in-initialize.js';

export const missingCapabilities = defineRule({
  id: 'init/missing-capabilities',
  severity: 'info',
  versions: ['v1'],
  fault: 'sender',
  summary: 'Client and agent should declare their capabilities in initialize.',
  explanation:
    'The text of v1 asks for capabilities in both messages, but the schema has a default: nothing optional is ' +
    'supported. So the other side uses no optional feature of a side that declares none. Always send the object, ' +
    'even if it is empty.',
  spec: 'v1/initialization',
  messages: { missing: 'initialize has no {field}, so nothing optional of the {side} counts as supported' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, report, hasReported }) {
    const said = saidIn(step);
    const { sender } = step;
    const field = capabilitiesField(sender, 1);
    if (said === undefined || said[field] !== undefined || hasReported('init/wrong-version-fields')) return;
    report('missing', { data: { field, side: sender } });
  },
});
