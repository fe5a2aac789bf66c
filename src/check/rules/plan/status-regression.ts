import type { PlanEntry } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { namesOf, planOf } from './plan-entries.js';

export const statusRegression = defineRule({
  id: 'plan/status-regression',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A completed entry of a plan should stay completed.',
  explanation:
    'Entries go from pending through in_progress to completed. If one is undone again, it looks as if the plan was ' +
    'rebuilt and forgot what was done.\n\n' +
    'Only an info, because a plan may change at any time. Entries are compared by their content; entries whose ' +
    'content appears twice are not compared.',
  spec: 'v1/agent-plan#plan-entries',
  needsHistory: true,
  messages: { undone: '{names} {were} completed and {are} not any more' },
  on: ['update:plan', 'update:plan_update'],
  inspect({ step, report }) {
    const { before, now, plan } = planOf(step);
    if (before === undefined || plan === undefined) return;
    const undone = now.filter((entry) => {
      const known = onlyOf(before, entry.content);
      const isOpen = entry.status === 'pending' || entry.status === 'in_progress';
      return isOpen && known?.status === 'completed' && onlyOf(now, entry.content) !== undefined;
    });
    if (undone.length === 0) return;
    const [were, are] = undone.length === 1 ? ['was', 'is'] : ['were', 'are'];
    report('undone', { data: { names: namesOf(undone), were, are }, evidence: [plan] });
  },
});

function onlyOf(entries: readonly PlanEntry[], content: string): PlanEntry | undefined {
  const found = entries.filter((entry) => entry.content === content);
  return found.length === 1 ? found[0] : undefined;
}
