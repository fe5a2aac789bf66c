import { defineRule } from '../../engine/rule.js';

export const idleWithoutStopReason = defineRule({
  id: 'v2/idle-without-stop-reason',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'An idle that ends work should say why.',
  explanation:
    'Without a stopReason the client cannot tell a finished answer from one that was cut off, refused or failed. ' +
    'Send it with the idle, for example "end_turn" if the model has no more to say.\n\n' +
    'Not reported: an idle that ends nothing, such as the first of a session, a repeated one, or the one at the end ' +
    'of a resume.',
  spec: 'v2/prompt-lifecycle#4-report-completion',
  messages: { missing: 'the idle ends the work that began in frame {frame}, but has no stopReason' },
  on: ['turn-end'],
  inspect({ step, turnEnd, report, hasReported }) {
    const { turn, stopReason } = turnEnd;
    const given = step.update?.['stopReason'] ?? null;
    // a value that is not a string counts as missing, and the schema rules report it
    if (step.version !== 2 || stopReason !== undefined || given !== null) return;
    if (hasReported('v2/cancel-not-confirmed')) return;
    report('missing', { data: { frame: turn.seq }, evidence: [turn] });
  },
});
