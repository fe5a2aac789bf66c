import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const cancelNotConfirmed = defineRule({
  id: 'v2/cancel-not-confirmed',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'After session/cancel the work ends with an idle whose stopReason is "cancelled".',
  explanation:
    'The client asked to stop and waits for the agent to say that it did. With another stop reason it cannot tell ' +
    'whether the work was cut short, done or failed. Catch the abort where the work ends and report "cancelled", not ' +
    '"error", also if the model finished just then. Not reported: an idle that the agent may have sent before it read ' +
    'the cancel; where that is likely but not certain it is a warning. For work that never ends see ' +
    'eos/cancel-never-confirmed.',
  spec: 'v2/prompt-lifecycle#cancellation',
  messages: { wrong: 'the work was cancelled and ended with {found}; it has to be stopReason "cancelled"' },
  on: ['turn-end'],
  inspect(context) {
    const { step, turnEnd, report } = context;
    const { session, stopReason } = turnEnd;
    const { cancelled } = session.foreground;
    if (step.version !== 2 || cancelled === undefined || stopReason === 'cancelled') return;
    claimAt(context, ['update', 'stopReason']);
    const found = stopReason === undefined ? 'no stopReason' : `stopReason ${quoted(stopReason)}`;
    report('wrong', { data: { found }, after: cancelled });
  },
});
