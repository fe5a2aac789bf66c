import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';

export const resumeWithoutState = defineRule({
  id: 'v2/resume-without-state',
  severity: 'error',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'A state_update must come before the answer to session/resume.',
  explanation:
    'The session may be working when a client comes back to it, and the answer alone does not say so. Without the ' +
    'state, the client shows a busy session as idle, or waits for an idle that never comes. Send the replay first, ' +
    'then the state_update, then the answer.\n\n' +
    'The August draft of v2 does not require this.',
  spec: 'v2/session-setup#current-state-synchronization',
  messages: {
    missing: 'session {id} was resumed, but no state_update came before the answer',
    early: '{updates} of history came after the state_update; it must follow the history',
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
