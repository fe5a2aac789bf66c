import { opensLateHistory } from '../../../model/sessions/late-history.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const replayAfterLoadResponse = defineRule({
  id: 'session/replay-after-load-response',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The answer to session/load comes after the last update of the history.',
  explanation:
    'The answer tells the client that the history is complete. What comes after it looks like the reply to the next ' +
    'prompt, or like work that nobody asked for. Await the sending of every update before answering. Reported once for a ' +
    'load, at the first update that is late, also where the next prompt is out already. Not reported: commands, modes, ' +
    'options, titles and usage, which may come at any time, and an echo of the new prompt.',
  spec: 'v1/session-setup#loading-a-session',
  messages: { late: 'history of session {id} goes on ({kind}) after session/load was answered (frame {frame})' },
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
