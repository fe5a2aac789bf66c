import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const promptBeforeSetupDone = defineRule({
  id: 'session/prompt-before-setup-done',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client must not prompt a session until session/load or session/resume is answered.',
  explanation:
    'Until that answer, the agent restores the session and replays its history. Some agents refuse a prompt in that ' +
    'time; with others the reply mixes with the history, and nobody can tell them apart. Wait for the answer.\n\n' +
    'Only an info for session/cancel and session/close in that time.',
  spec: 'v1/session-setup#loading-a-session',
  messages: {
    prompt: 'the client prompted session {id} before its {method} (frame {frame}) was answered',
    other: 'the client sent {use} for session {id} before its {method} (frame {frame}) was answered',
  },
  on: ['request:session/prompt', 'request:session/close', 'notification:session/cancel'],
  inspect({ step, report }) {
    const { sender, session, method: use = '' } = step;
    const replay = session?.replay;
    if (sender !== 'client' || session === undefined || replay === undefined) return;
    const data = { id: quoted(session.id), method: replay.method, frame: replay.seq };
    if (use === 'session/prompt') report('prompt', { data, evidence: [replay] });
    else if (!replay.duringWork && session.open.length === 0) {
      report('other', { data: { ...data, use }, evidence: [replay], severity: 'info' });
    }
  },
});
