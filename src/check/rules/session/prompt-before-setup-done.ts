import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const promptBeforeSetupDone = defineRule({
  id: 'session/prompt-before-setup-done',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A session is prompted after the session/load or session/resume that restores it was answered.',
  explanation:
    'Until the answer the agent restores the session and replays its history. A prompt that comes meanwhile is refused ' +
    'by some agents; with others the replies mix with the history, and nobody can tell them apart. Wait for the answer. ' +
    'Only an info for session/cancel and session/close in that time.',
  spec: 'v1/session-setup#loading-a-session',
  messages: {
    prompt: 'session {id} is prompted while its {method} is unanswered (frame {frame})',
    other: '{use} for session {id} while its {method} is unanswered (frame {frame})',
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
