import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { endedOf } from './ending.js';

const COMPACTION_MESSAGES = {
  turn: 'the turn ended while compaction {id} was still in progress',
  end: 'compaction {id} never ended: {how}',
} as const;

export const compactionNeverFinished = defineRule({
  id: 'eos/compaction-never-finished',
  severity: 'warning',
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'A compaction should end as completed, failed or cancelled.',
  explanation:
    'Until then the client shows it as running, and the user waits for nothing. Send the final status before the ' +
    'turn ends in which it began, or "cancelled" if that turn was cancelled.\n\n' +
    'Only an info if the client left while the compaction was running. Not reported: turns that end with an error; ' +
    'turns that are still open at the end; history.',
  spec: 'https://agentclientprotocol.com/rfds/session-compaction',
  messages: COMPACTION_MESSAGES,
  on: ['turn-end', 'end'],
  inspect(context) {
    const { connection, report } = context;
    if (!context.isEnd) {
      const { turn, session, isError } = context.turnEnd;
      for (const [id, compaction] of session.compactions) {
        if (isError || compaction.status !== 'in_progress' || compaction.turn !== turn.number) continue;
        report('turn', { data: { id: quoted(id) }, evidence: [compaction] });
      }
      return;
    }
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) {
      for (const [id, compaction] of session.compactions) {
        if (compaction.status !== 'in_progress' || compaction.turn !== undefined || session.replay !== undefined)
          continue;
        const severity = ended.by === 'client' || !ended.isWhole ? 'info' : 'warning';
        const data = { id: quoted(id), how: ended.how };
        report('end', { data, severity, at: compaction, evidence: [ended.at], sessionId: session.id });
      }
    }
  },
});
