import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const cancelNotConfirmed = defineRule({
  id: 'v2/cancel-not-confirmed',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'After session/cancel the work must end with an idle whose stopReason is "cancelled".',
  explanation:
    'The client asked the agent to stop and waits for confirmation. With any other stop reason it cannot tell ' +
    'whether the work was cut short, finished or failed. Catch the abort where the work ends and report ' +
    '"cancelled", not "error", even if the model finished at that very moment.\n\n' +
    'Only a warning if the agent may have sent the idle before it read the cancel. Not reported: an idle within a ' +
    'millisecond of the cancel, which certainly crossed it. For work that never ends see eos/cancel-never-confirmed.',
  spec: 'v2/prompt-lifecycle#cancellation',
  messages: { wrong: 'the work was cancelled, but ended with {found}; it must end with stopReason "cancelled"' },
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
