import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const planIdLegacy = defineRule({
  id: 'plan/plan-id-legacy',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A plan of v2 has its id in planId.',
  explanation:
    'Older texts of the plan RFDs call the field id. Clients that read planId find none and drop the update, so that no ' +
    'plan is shown. Send planId.',
  spec: 'v2/agent-plan',
  messages: { legacy: 'the plan has an id ({id}) and no planId' },
  on: ['update:plan_update'],
  inspect({ step, shapes, claim, report }) {
    const plan = objectOf(step.update?.['plan']);
    const id = plan?.['id'];
    if (plan === undefined || id === undefined || plan['planId'] !== undefined) return;
    for (const finding of shapes) {
      const [outer, inner, member] = finding.path;
      if (outer === 'update' && inner === 'plan' && (member === 'planId' || member === 'id')) claim(finding);
    }
    report('legacy', { data: { id: quoted(id) } });
  },
});
