import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const deletedStillListed = defineRule({
  id: 'session/deleted-still-listed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A deleted session must not be listed again.',
  explanation:
    'session/delete removes a session from all later session/list results. Otherwise the user sees a session again ' +
    'that they deleted. Take it out of your list before you answer session/delete.\n\n' +
    'Not reported: lists that were requested before the delete was answered; sessions that were created, loaded or ' +
    'resumed again; active sessions that went on after it.',
  spec: 'v1/session-delete',
  messages: { listed: 'the agent lists session {id}, which was deleted (frame {frame})' },
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

/** Whether a deleted session was used again, so that the agent may have stored it again. */
function livesOn({ deleted, replay, open, closedTurns, prompts }: Session): boolean {
  if (deleted === undefined || replay !== undefined || open.length > 0 || prompts.length > 0) return true;
  return (closedTurns.at(-1)?.end.seq ?? -1) > deleted.seq;
}
