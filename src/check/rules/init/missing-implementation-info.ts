import { defineRule } from '../../engine/rule.js';
import { concerns, infoField, saidIn } from './said-in-initialize.js';

export const missingImplementationInfo = defineRule({
  id: 'init/missing-implementation-info',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Client and agent should give their name and version in initialize.',
  explanation:
    'Users and bug reports need to know which programs talked to each other. v1 recommends clientInfo and ' +
    'agentInfo, and announces that they will be required. v2 requires info on both sides, so there it is an error. ' +
    'Send name and version.',
  spec: 'v1/initialization#implementation-information',
  isOptIn: true,
  messages: { missing: 'initialize has no {field}, so the {side} does not say which program it is' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim, hasReported }) {
    const said = saidIn(step);
    const { sender, version } = step;
    const field = infoField(sender, version);
    if (said === undefined || (said[field] ?? null) !== null || hasReported('init/wrong-version-fields')) return;
    if (version === 2) for (const finding of shapes) if (concerns(finding, [field])) claim(finding);
    report('missing', { data: { field, side: sender }, severity: version === 2 ? 'error' : 'warning' });
  },
});
