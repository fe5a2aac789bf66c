import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const planIdLegacy = defineRule({
  id: 'plan/plan-id-legacy',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'In v2 a plan must have its id in planId.',
  explanation:
    'Older plan proposals call the field "id". A client that looks for planId finds none and drops the update, so ' +
    'it shows no plan. Send planId.',
  spec: 'v2/agent-plan',
  messages: { legacy: 'the plan has an id ({id}) but no planId' },
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
