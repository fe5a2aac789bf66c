import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const deletedStillListed = defineRule({
  id: 'session/deleted-still-listed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A session that was deleted is listed no more.',
  explanation:
    'session/delete takes a session out of later session/list results; the user deleted it and sees it again. Take it ' +
    'out of what you list before you answer the delete. Not reported: lists that were asked for before the delete was ' +
    'answered; sessions that were made, loaded or resumed again, and active ones that went on after it.',
  spec: 'v1/session-delete',
  messages: { listed: 'session {id} was deleted (frame {frame}) and is listed again' },
  on: ['response:session/list'],
  inspect({ step, connection, report }) {
    const { sender, exchange, result } = step;
    if (sender !== 'agent' || exchange === undefined) return;
    for (const info of objectsOf(objectOf(result)?.['sessions'])) {
      const session = connection.sessions.get(textOf(info['sessionId']) ?? '');
      const deleted = session?.deleted;
      if (session === undefined || deleted === undefined || deleted.seq > exchange.seq || livesOn(session)) continue;
      const data = { id: quoted(session.id), frame: deleted.seq };
      const once = `${session.id} ${deleted.seq}`;
      report('listed', { data, evidence: [deleted], once, sessionId: session.id, turn: undefined });
    }
  },
});

/** Whether a deleted session was used again, so that the agent may have stored it anew. */
function livesOn({ deleted, replay, open, closedTurns, prompts }: Session): boolean {
  if (deleted === undefined || replay !== undefined || open.length > 0 || prompts.length > 0) return true;
  return (closedTurns.at(-1)?.end.seq ?? -1) > deleted.seq;
}
