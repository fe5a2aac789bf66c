import { defineRule } from '../../engine/rule.js';
import { namesOf, planOf } from './plan-entries.js';

export const entriesDropped = defineRule({
  id: 'plan/entries-dropped',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Each update of a plan carries all of its entries.',
  explanation:
    'The client replaces the whole plan with what comes. An agent that sends only what changed makes the rest vanish from ' +
    'the screen. Send the complete list each time. An agent may take entries out of its plan, hence an info: it is ' +
    'reported where unfinished entries are missing and nothing new came. Off unless asked for.',
  spec: 'v1/agent-plan#updating-plans',
  isOptIn: true,
  needsHistory: true,
  messages: { dropped: '{count} of the plan that {were} not completed {are} missing: {names}' },
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
