import type { Moment } from '../../../model/state/moment.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isWorking } from '../../../model/turns/work.js';
import { defineRule } from '../../engine/rule.js';

export const nothingToCancel = defineRule({
  id: 'cancel/nothing-to-cancel',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/cancel is sent while a turn goes on, and once.',
  explanation:
    'Without a turn there is nothing to cancel, and no answer comes: a client that waits for one waits for good, and some ' +
    'agents cancel the next turn instead. Send it only while a prompt is unanswered (v2: while the session works). It is ' +
    'harmless otherwise. Not reported: a cancel that crossed with the end of the turn.',
  spec: 'v1/prompt-turn#cancellation',
  messages: {
    idle: 'session/cancel came while no turn of the session was going on',
    again: 'session/cancel came again for a turn that was cancelled already (frame {frame})',
  },
  on: ['notification:session/cancel'],
  inspect({ step, connection, thresholds, report }) {
    const { sender, session, turn, at } = step;
    if (sender !== 'client' || session === undefined) return;
    const before = turn?.cancel ?? session.foreground.cancelled;
    if (turn !== undefined && before !== undefined) {
      report('again', { data: { frame: before.seq }, evidence: [before] });
      return;
    }
    const ended = session.closedTurns.at(-1)?.end;
    const known = isAtRest(session, step) && isKnown(session, ended, connection.gap);
    if (!known || (ended !== undefined && step.line.timed && at - ended.at <= thresholds.raceWindow)) return;
    report('idle', { evidence: [ended] });
  },
});

function isAtRest({ open, prompts, replay, foreground }: Session, { version }: Step): boolean {
  if (open.length > 0 || replay !== undefined) return false;
  if (version === 1) return true;
  const isQuiet = prompts.length === 0 && (foreground.background?.size ?? 0) === 0 && foreground.custom === undefined;
  return isQuiet && !isWorking(foreground);
}

/** Whether a turn that was not seen may go on: one from before the recording, from its hole, or of a resumed session. */
function isKnown(session: Session, ended: Moment | undefined, gap: Moment | undefined): boolean {
  const since = ended ?? session.opened;
  if (since === undefined || (gap !== undefined && gap.seq > since.seq)) return false;
  if (session.origin === 'new' || session.origin === 'fork') return true;
  return session.foreground.state === 'idle' || ended !== undefined || session.origin === 'load';
}
