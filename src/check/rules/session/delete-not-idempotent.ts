import { AUTH_REQUIRED, METHOD_NOT_FOUND, NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

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

/** What an error says whose cause is that the session is not there. */
const NOT_THERE = /not found|no such|unknown|does(?: not|n't) exist|no session/i;

export const deleteNotIdempotent = defineRule({
  id: 'session/delete-not-idempotent',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Deleting a session that does not exist, or not any more, succeeds.',
  explanation:
    'The client wants the session gone, and it is: an error makes it show a failure, and a list that two clients clean ' +
    'up fails for one of them. Answer {}. Only an info where the session was never seen on this connection and the error ' +
    'does not say that it is missing, because deleting may fail for other reasons. Not reported: errors that ask for ' +
    'authentication or say that the method is not there.',
  spec: 'v1/session-delete',
  messages: {
    again: 'session {id} was deleted already (frame {frame}); deleting it again was answered by error {code} ({text})',
    missing:
      'deleting session {id} was answered by error {code} ({text}); there is nothing to delete, which is no error',
    unseen: 'deleting session {id}, which was never seen here, was answered by error {code} ({text})',
  },
  on: ['response:session/delete'],
  inspect({ step, report }) {
    const { sender, exchange, error, session, sessionId } = step;
    if (sender !== 'agent' || exchange === undefined || error === undefined) return;
    const { code } = error;
    if (code === AUTH_REQUIRED || code === METHOD_NOT_FOUND) return;
    if (code === REQUEST_CANCELLED && exchange.cancelRequested !== undefined) return;
    const data = { id: quoted(sessionId), code: code ?? 'without code', text: quoted(error.message) };
    const deleted = session?.deleted;
    const isMissing = code === NOT_FOUND || mentions(error, NOT_THERE);
    if (deleted !== undefined && deleted.seq < exchange.seq) {
      report('again', { data: { ...data, frame: deleted.seq }, evidence: [exchange, deleted] });
    } else if (isMissing) report('missing', { data, evidence: [exchange] });
    else if (session === undefined) report('unseen', { data, evidence: [exchange], severity: 'info' });
  },
});

export const useAfterDelete = defineRule({
  id: 'session/use-after-delete',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A session that was deleted is not used any more.',
  explanation:
    'What happens to a deleted session that is still open, or is loaded again, is up to the agent: it may go on, fail, ' +
    'or appear in the list again. Close it first, and make a new one for what comes next. Reported once for a deletion.',
  spec: 'v1/session-delete',
  messages: { used: '{method} names session {id}, which was deleted (frame {frame})' },
  on: ['request:session/prompt', 'request:session/load', 'request:session/resume'],
  inspect({ step, report, hasReported }) {
    const { sender, session, method = '' } = step;
    const deleted = session?.deleted;
    if (sender !== 'client' || session === undefined || deleted === undefined || hasReported('session')) return;
    // one that was never open, or is closed, is another matter for prompts
    if (method === 'session/prompt' && session.state !== 'active') return;
    const data = { method, id: quoted(session.id), frame: deleted.seq };
    report('used', { data, evidence: [deleted], once: `${session.id} ${deleted.seq}` });
  },
});
