import { defineRule } from '../../engine/rule.js';

export const rfdDraftNames = defineRule({
  id: 'version/rfd-draft-names',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The state of a session must be reported as state_update with stopReason.',
  explanation:
    'The draft of April 2026 called them state_change and stop_reason. The list of update kinds is open in v2, so a ' +
    'client treats the old names as an extension and ignores them: for the user the turn never ends. Rename both.\n\n' +
    'Turntable reads the old names like the new ones, so the turns it shows are right. Reported once per name.',
  spec: 'v2/prompt-lifecycle',
  messages: {
    update: 'the agent sent state_change, a name from an early draft; it is now state_update',
    stop: 'the state update has stop_reason, a name from an early draft; it is now stopReason',
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
