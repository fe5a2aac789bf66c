import { AUTH_REQUIRED, METHOD_NOT_FOUND, NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

/** Words of an error that says that the session does not exist. */
const NOT_THERE = /not found|no such|unknown|does(?: not|n't) exist|no session/i;

export const deleteNotIdempotent = defineRule({
  id: 'session/delete-not-idempotent',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Deleting a session that does not exist should succeed.',
  explanation:
    'The client wants the session gone, and it is. An error makes the client show a failure, and if two clients ' +
    'clean up the same list, one of them fails. Answer {}.\n\n' +
    'Only an info if the session was never seen on this connection and the error does not say that it is missing, ' +
    'because deleting may fail for other reasons. Not reported: errors that ask for authentication or say that the ' +
    'method does not exist.',
  spec: 'v1/session-delete',
  messages: {
    again:
      'session {id} was already deleted (frame {frame}), but deleting it again was answered with error {code} ({text})',
    missing: 'deleting session {id} was answered with error {code} ({text}); deleting a missing session should succeed',
    unseen: 'deleting session {id}, which was never seen here, was answered with error {code} ({text})',
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
