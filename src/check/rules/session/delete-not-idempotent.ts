import { AUTH_REQUIRED, METHOD_NOT_FOUND, NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

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
