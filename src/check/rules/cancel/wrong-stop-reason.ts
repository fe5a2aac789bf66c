import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const wrongStopReason = defineRule({
  id: 'cancel/wrong-stop-reason',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'After session/cancel the prompt must be answered with stopReason "cancelled".',
  explanation:
    'The client asked the agent to stop and waits for confirmation. With any other stop reason it cannot tell ' +
    'whether the work was cut short or finished. Catch the abort where the turn ends and answer "cancelled", even ' +
    'if the model finished at that very moment.\n\n' +
    'Only a warning if the agent may have answered before it read the cancel. Not reported: an answer within a ' +
    'millisecond of the cancel, which certainly crossed it.',
  spec: 'v1/prompt-turn#cancellation',
  messages: { wrong: 'the prompt was cancelled, but answered with stopReason {found}; it must be "cancelled"' },
  on: ['turn-end'],
  inspect({ turnEnd, report, hasReported }) {
    const { turn, stopReason, isError } = turnEnd;
    if (turn.cancel === undefined || isError || stopReason === undefined || stopReason === 'cancelled') return;
    // a misspelled stop reason was already reported
    if (hasReported('stop-reason')) return;
    report('wrong', { data: { found: quoted(stopReason) }, after: turn.cancel });
  },
});
