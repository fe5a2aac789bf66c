import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

export const slow = defineRule({
  id: 'cancel/slow',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A cancelled turn should end within five seconds.',
  explanation:
    'The user pressed stop and watches the turn go on. When session/cancel comes, abort the model request and kill ' +
    'running commands at once, instead of checking for the cancel between steps.\n\n' +
    'Only an info, because some tools cannot be aborted. Not reported: recordings without real times.',
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
