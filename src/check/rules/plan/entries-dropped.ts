import { defineRule } from '../../engine/rule.js';
import { namesOf, planOf } from './plan-entries.js';

export const entriesDropped = defineRule({
  id: 'plan/entries-dropped',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Every update of a plan should hold all its entries.',
  explanation:
    'The client replaces the whole plan. If the agent sends only what changed, the rest disappears from the screen. ' +
    'Send the complete list each time.\n\n' +
    'Off by default, and only an info, because an agent may remove entries from its plan. Reported if unfinished ' +
    'entries are missing and none were added.',
  spec: 'v1/agent-plan#updating-plans',
  isOptIn: true,
  needsHistory: true,
  messages: { dropped: '{count} of the plan that {were} not completed {are} missing from the update: {names}' },
  on: ['update:plan', 'update:plan_update'],
  inspect({ step, report }) {
    const { before, now, plan } = planOf(step);
    if (before === undefined || now.length === 0 || plan === undefined) return;
    const contents = new Set(now.map(({ content }) => content));
    const old = new Set(before.map(({ content }) => content));
    const missing = before.filter(({ content, status }) => status !== 'completed' && !contents.has(content));
    if (missing.length === 0 || [...contents].some((content) => !old.has(content))) return;
    const [were, are] = missing.length === 1 ? ['was', 'is'] : ['were', 'are'];
    const count = missing.length === 1 ? '1 entry' : `${missing.length} entries`;
    report('dropped', { data: { count, were, are, names: namesOf(missing) }, evidence: [plan] });
  },
});
