import { isContent } from '../../../model/sessions/content-updates.js';
import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const resumeReplayedHistory = defineRule({
  id: 'session/resume-replayed-history',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/resume restores a session without replaying its history, unless v2 asks for that with replayFrom.',
  explanation:
    'A client resumes a session because it still has the conversation: replayed messages stand there twice. Restore the ' +
    'context and answer; replay only for session/load, or in v2 where replayFrom is given. Only a warning for a plan, ' +
    'which may be meant as the current one, and an info where the session was at work, whose updates go on. Reported ' +
    'once for a resume. Not reported: states, commands, modes, options, titles and usage.',
  spec: 'v1/session-setup#resuming-a-session',
  messages: { replayed: '{kind} came between session/resume of session {id} (frame {frame}) and its answer' },
  on: ['update if restored'],
  inspect({ step, report }) {
    const { sender, session, updateKind } = step;
    const replay = session?.replay;
    if (sender !== 'agent' || session === undefined || replay === undefined || !isContent(updateKind)) return;
    if (replay.method !== 'session/resume' || replay.replays) return;
    const isPlan = updateKind === 'plan' || updateKind === 'plan_update';
    report('replayed', {
      data: { kind: updateKind ?? '', id: quoted(session.id), frame: replay.seq },
      evidence: [replay],
      severity: mayBeLive(session) ? 'info' : isPlan ? 'warning' : 'error',
      once: `${session.id} ${replay.seq}`,
      turn: undefined,
    });
  },
});

/** Whether work of the session went on when it was resumed, so that its updates may be new. */
function mayBeLive({ replay, foreground }: Session): boolean {
  if (replay?.duringWork === true || replay?.state === 'running' || replay?.state === 'requires_action') return true;
  return (foreground.background?.size ?? 0) > 0;
}
