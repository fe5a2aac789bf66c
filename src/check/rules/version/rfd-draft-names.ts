import { defineRule } from '../../engine/rule.js';

export const rfdDraftNames = defineRule({
  id: 'version/rfd-draft-names',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The state of a session is reported as state_update with stopReason.',
  explanation:
    'The draft of April 2026 called them state_change and stop_reason. The list of updates is open in v2, so a client ' +
    'takes such an update for an extension and ignores it: for the user the turn never ends. Rename both. This program ' +
    'reads the old names as what they became, so that the turns it shows are right. Reported once for each name.',
  spec: 'v2/prompt-lifecycle',
  messages: {
    update: 'the session update state_change is a name of an early draft; it is state_update',
    stop: 'stop_reason of a state update is a name of an early draft; it is stopReason',
  },
  on: ['update:state_update'],
  inspect({ step, shapes, claim, report }) {
    const { update } = step;
    const isDraftUpdate = update?.['sessionUpdate'] === 'state_change';
    for (const finding of shapes) {
      const { path, found } = finding;
      const isTag = isDraftUpdate && path.length === 2 && found === 'state_change';
      if (isTag || (path.length === 2 && path.at(-1) === 'stop_reason')) claim(finding);
    }
    if (isDraftUpdate) report('update', { once: 'state_change' });
    if (update !== undefined && Object.hasOwn(update, 'stop_reason')) report('stop', { once: 'stop_reason' });
  },
});
