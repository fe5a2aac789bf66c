import { opensLateHistory } from '../../../model/sessions/late-history.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const replayAfterLoadResponse = defineRule({
  id: 'session/replay-after-load-response',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The answer to session/load must come after the last update of the history.',
  explanation:
    'The answer tells the client that the history is complete. A later update looks like the reply to the next ' +
    'prompt, or like work that nobody asked for. Finish sending every update before you answer.\n\n' +
    'Reported once per load, at the first late update, even if the next prompt was already sent. Not reported: ' +
    'commands, modes, options, titles and usage, which may come at any time; an echo of the new prompt.',
  spec: 'v1/session-setup#loading-a-session',
  messages: {
    late: 'the history of session {id} continues with {kind} after session/load was answered (frame {frame})',
  },
  on: ['update if restored'],
  inspect({ step, connection, report }) {
    const { sender, session, updateKind, update } = step;
    const restored = session?.restored;
    if (sender !== 'agent' || session === undefined || restored === undefined || session.state !== 'active') return;
    if (!opensLateHistory(connection, session, updateKind, update)) return;
    const data = { id: quoted(session.id), kind: updateKind ?? '', frame: restored.seq };
    report('late', { data, evidence: [restored], once: `${session.id} ${restored.seq}`, turn: undefined });
  },
});
