import type { PlanEntry } from '../../../model/state/session.js';
import { objectOf, textOf } from '../../../model/json-access.js';
import { planEntriesOf } from '../../../model/sessions/settings.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';

const SHOWN = 3;

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

export const statusRegression = defineRule({
  id: 'plan/status-regression',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An entry of a plan that is completed stays completed.',
  explanation:
    'Entries move from pending over in_progress to completed. One that becomes undone again looks like a plan that was put ' +
    'together anew and forgot what was done. The plan may be changed at any time, hence an info. Entries are compared by ' +
    'their content; those whose content occurs twice are not.',
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

export const unfinishedAtTurnEnd = defineRule({
  id: 'plan/unfinished-at-turn-end',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The last plan of a turn shows how far the work has come.',
  explanation:
    'The turn is over and the plan still says that something is to be done, or being done. Often the agent did it and sent ' +
    'no last update. A plan may well reach over several turns, hence an info. Not reported: turns that ended otherwise ' +
    'than with end_turn, and plans that were not updated in the turn.',
  spec: 'v1/agent-plan#updating-plans',
  needsHistory: true,
  messages: { unfinished: 'the turn ended with end_turn and {open} of the plan open: {names}' },
  on: ['turn-end'],
  inspect({ turnEnd, report }) {
    const { turn, session, stopReason } = turnEnd;
    if (stopReason !== 'end_turn' || turn.cancel !== undefined || session.open.length > 1) return;
    for (const plan of session.plans.values()) {
      const open = plan.entries.filter(({ status }) => status === 'pending' || status === 'in_progress');
      if (plan.seq < turn.seq || open.length === 0) continue;
      const count = open.length === 1 ? '1 entry' : `${open.length} entries`;
      report('unfinished', { data: { open: count, names: namesOf(open) }, evidence: [plan] });
    }
  },
});

/** The plan that an update replaces, and what it is from now on; nothing for history. */
function planOf({ session, update, updateKind, isHistory }: Step) {
  const content = updateKind === 'plan' ? update : objectOf(update?.['plan']);
  const id = updateKind === 'plan' ? '' : (textOf(content?.['planId']) ?? '');
  const plan = isHistory ? undefined : session?.plans.get(id);
  return { plan, before: plan?.entries, now: planEntriesOf(content?.['entries']) };
}

function onlyOf(entries: readonly PlanEntry[], content: string): PlanEntry | undefined {
  const found = entries.filter((entry) => entry.content === content);
  return found.length === 1 ? found[0] : undefined;
}

function namesOf(entries: readonly PlanEntry[]): string {
  const names = entries.slice(0, SHOWN).map(({ content }) => quoted(content));
  return enumerated(entries.length > SHOWN ? [...names, counted(entries.length - SHOWN, 'other')] : names);
}
