import { isContent } from '../../../model/sessions/content-updates.js';
import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const resumeReplayedHistory = defineRule({
  id: 'session/resume-replayed-history',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/resume must not replay the history, unless v2 asks for it with replayFrom.',
  explanation:
    'A client resumes a session because it still has the conversation, so replayed messages appear twice. Restore ' +
    'the context and answer. Replay only for session/load, or in v2 if replayFrom is given.\n\n' +
    'Only a warning for a plan, which may be the current one. Only an info if the session was working, because its ' +
    'updates go on. Reported once per resume. Not reported: states, commands, modes, options, titles and usage.',
  spec: 'v1/session-setup#resuming-a-session',
  messages: { replayed: 'the agent sent {kind} between session/resume of session {id} (frame {frame}) and its answer' },
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

/** Whether the session was working when it was resumed, so that its updates may be new. */
function mayBeLive({ replay, foreground }: Session): boolean {
  if (replay?.duringWork === true || replay?.state === 'running' || replay?.state === 'requires_action') return true;
  return (foreground.background?.size ?? 0) > 0;
}
