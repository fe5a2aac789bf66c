import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

export const slow = defineRule({
  id: 'cancel/slow',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A cancelled turn ends within five seconds.',
  explanation:
    'The user pressed stop and looks at a turn that goes on. Abort the request to the model and kill running commands ' +
    'when session/cancel comes, rather than checking for it between steps. Some tools cannot be aborted: hence a hint. ' +
    'Not reported: recordings without real times.',
  spec: 'v1/prompt-turn#cancellation',
  messages: { slow: 'the turn ended {time} after session/cancel' },
  on: ['turn-end'],
  inspect({ turnEnd, step, line, thresholds, hasRealTimes, report }) {
    const { turn, stopReason } = turnEnd;
    if (turn.cancel === undefined || stopReason !== 'cancelled' || !hasRealTimes || !line.timed) return;
    const time = step.at - turn.cancel.at;
    if (time > thresholds.slowCancel) report('slow', { data: { time: lasting(time) }, evidence: [turn.cancel] });
  },
});
