import { defineRule } from '../../engine/rule.js';

export const idleWithoutStopReason = defineRule({
  id: 'v2/idle-without-stop-reason',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The idle that ends work says why it ended.',
  explanation:
    'Without a stopReason the client cannot tell a finished answer from one that was cut off, refused or failed. Send it ' +
    'with the idle: "end_turn" where the model has no more to say. Not reported: an idle that ends nothing, as the first ' +
    'of a session, one that is repeated, or the one that a resume ends with.',
  spec: 'v2/prompt-lifecycle#4-report-completion',
  messages: { missing: 'the idle ends the work that began in frame {frame} and has no stopReason' },
  on: ['turn-end'],
  inspect({ step, turnEnd, report, hasReported }) {
    const { turn, stopReason } = turnEnd;
    const given = step.update?.['stopReason'] ?? null;
    // one that is no text is read as none, and reported as what it is
    if (step.version !== 2 || stopReason !== undefined || given !== null) return;
    if (hasReported('v2/cancel-not-confirmed')) return;
    report('missing', { data: { frame: turn.seq }, evidence: [turn] });
  },
});
