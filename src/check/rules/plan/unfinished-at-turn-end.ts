import { defineRule } from '../../engine/rule.js';
import { namesOf } from './plan-entries.js';

export const unfinishedAtTurnEnd = defineRule({
  id: 'plan/unfinished-at-turn-end',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The last plan of a turn should show how far the work has come.',
  explanation:
    'The turn is over, but the plan still says that something is pending or in progress. Often the agent finished ' +
    'it and did not send a last update.\n\n' +
    'Only an info, because a plan may span several turns. Not reported: turns that did not end with end_turn; plans ' +
    'that were not updated in the turn.',
  spec: 'v1/agent-plan#updating-plans',
  needsHistory: true,
  messages: { unfinished: 'the turn ended with end_turn while {open} of the plan {are} open: {names}' },
  on: ['turn-end'],
  inspect({ turnEnd, report }) {
    const { turn, session, stopReason } = turnEnd;
    if (stopReason !== 'end_turn' || turn.cancel !== undefined || session.open.length > 1) return;
    for (const plan of session.plans.values()) {
      const open = plan.entries.filter(({ status }) => status === 'pending' || status === 'in_progress');
      if (plan.seq < turn.seq || open.length === 0) continue;
      const [count, are] = open.length === 1 ? ['1 entry', 'is'] : [`${open.length} entries`, 'are'];
      report('unfinished', { data: { open: count, are, names: namesOf(open) }, evidence: [plan] });
    }
  },
});
