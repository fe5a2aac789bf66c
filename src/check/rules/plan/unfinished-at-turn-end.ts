import { defineRule } from '../../engine/rule.js';
import { namesOf } from './plan-entries.js';

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
