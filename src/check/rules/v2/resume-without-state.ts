import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';

export const resumeWithoutState = defineRule({
  id: 'v2/resume-without-state',
  severity: 'error',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'session/resume is answered after a state_update that says what the session is doing.',
  explanation:
    'The session may be at work when a client comes back to it, and the answer alone does not say so. Without the state ' +
    'the client shows an idle session that is busy, or waits for an idle that never comes. Send what is replayed first, ' +
    'then the state_update, then the answer. The older draft of v2 does not ask for it.',
  spec: 'v2/session-setup#current-state-synchronization',
  messages: {
    missing: 'session {id} was resumed without a state_update before the answer',
    early: '{updates} of history came after the state_update that has to follow the history',
  },
  on: ['response:session/resume'],
  inspect({ step, report }) {
    const { sender, session, exchange, error } = step;
    const replay = session?.replay;
    if (sender !== 'agent' || session === undefined || replay === undefined || error !== undefined) return;
    if (replay.state === undefined) {
      report('missing', { data: { id: quoted(session.id) }, evidence: [exchange] });
      return;
    }
    const isHistory = replay.replays && replay.state === 'idle' && !replay.duringWork && replay.complete === undefined;
    if (!isHistory || replay.contentsAfterState === 0 || (session.foreground.background?.size ?? 0) > 0) return;
    report('early', { data: { updates: counted(replay.contentsAfterState, 'update') }, evidence: [exchange] });
  },
});
