import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const wrongStopReason = defineRule({
  id: 'cancel/wrong-stop-reason',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'After session/cancel the prompt is answered with stop reason "cancelled".',
  explanation:
    'The client asked to stop and waits for the agent to say that it did. With another stop reason it cannot tell ' +
    'whether the work was cut short or done. Catch the abort where the turn ends and answer "cancelled", also if the ' +
    'model finished just then. Not reported: an answer that the agent may have sent before it read the cancel; where ' +
    'that is likely but not certain it is a warning.',
  spec: 'v1/prompt-turn#cancellation',
  messages: { wrong: 'the prompt was cancelled and then answered with stopReason {found}; it has to be "cancelled"' },
  on: ['turn-end'],
  inspect({ turnEnd, report, hasReported }) {
    const { turn, stopReason, isError } = turnEnd;
    if (turn.cancel === undefined || isError || stopReason === undefined || stopReason === 'cancelled') return;
    // a misspelled one is one fault
    if (hasReported('stop-reason')) return;
    report('wrong', { data: { found: quoted(stopReason) }, after: turn.cancel });
  },
});
