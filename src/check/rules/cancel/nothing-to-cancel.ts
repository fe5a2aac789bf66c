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
  summary: 'session/cancel should be sent once, and only during a turn.',
  explanation:
    'Without a turn there is nothing to cancel, and no answer comes. A client that waits for one waits forever, and ' +
    'some agents cancel the next turn instead; otherwise it does no harm. Send it only while a prompt is unanswered ' +
    '(v2: while the session is working).\n\n' +
    'Not reported: a cancel that crossed with the end of the turn.',
  spec: 'v1/prompt-turn#cancellation',
  messages: {
    idle: 'the client sent session/cancel while the session had no open turn',
    again: 'the client sent session/cancel again for a turn that it had already cancelled (frame {frame})',
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

/**
 * Whether the recording holds every turn that may be open. A turn may have begun before the recording, in a gap of it,
 * or before the session was resumed.
 */
function isKnown(session: Session, ended: Moment | undefined, gap: Moment | undefined): boolean {
  const since = ended ?? session.opened;
  if (since === undefined || (gap !== undefined && gap.seq > since.seq)) return false;
  if (session.origin === 'new' || session.origin === 'fork') return true;
  return session.foreground.state === 'idle' || ended !== undefined || session.origin === 'load';
}
