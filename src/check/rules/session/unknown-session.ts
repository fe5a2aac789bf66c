import { awaitedSessions, awaitsNewSession } from '../../../model/sessions/sessions.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { madeBy } from './new-session.js';
import { AGENT_USES, CLIENT_USES, isUse } from './uses.js';

/** The triggers for all uses of a session that was not opened. */
const USES = [...CLIENT_USES, ...AGENT_USES].map((method) => `call:${method} if unopened` as const);

const MESSAGES = {
  unknown: '{method} names session {id}, which was not created, loaded or resumed on this connection',
  listed: '{method} names session {id}, which was only listed; it must be loaded or resumed first',
} as const;

export const unknownSessionId = defineRule({
  id: 'session/unknown-session-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A sessionId must be used only after the session was opened on this connection.',
  explanation:
    'Sessions belong to a connection. The other side has no state for a session that nothing opened here, so it ' +
    'answers with an error or drops the message. Use the sessionId from the result of session/new, or open the ' +
    'session with session/load or session/resume first. session/list only shows that a session exists.\n\n' +
    'Reported once per id. Not reported: updates that come before the answer to the session/new that creates their ' +
    'session; session/load, session/resume, session/fork and session/delete, which may name any session; titles ' +
    '(session_info_update) of listed sessions; recordings that begin later than the connection. In the November ' +
    'draft of v2 a client may close a session that does not exist.',
  spec: 'v1/session-setup#session-id',
  needsHistory: true,
  messages: MESSAGES,
  on: [...USES, 'response:session/new', 'response:session/fork'],
  inspect(context) {
    if (context.step.message.kind === 'response') judgeEarly(context);
    else judgeUse(context);
  },
});

function judgeUse(context: Context<typeof MESSAGES>): void {
  const { step, connection, report, hasReported } = context;
  const { sessionId, session, sender, method = '', updateKind } = step;
  if (sessionId === undefined || !isUse(context) || hasReported('init')) return;
  // the recording begins later, so the session may have been opened before; or initialize comes late (init rules)
  if (!connection.fromStart && connection.initialization.state === 'none') return;
  const isTitle = updateKind === 'session_info_update';
  // a session in state "seen" was reported when it was first named
  if (session !== undefined && (session.state !== 'listed' || session.replay !== undefined || isTitle)) return;
  // it may be the one that the pending request creates
  if (session === undefined && sender === 'agent' && awaitsNewSession(connection)) return;
  const severity = method === 'session/cancel' || isTitle ? 'warning' : 'error';
  report(session !== undefined && session.deleted === undefined ? 'listed' : 'unknown', {
    data: { id: quoted(sessionId), method },
    once: sessionId,
    severity,
    ...(method === 'session/close' && { dialects: { v2b: 'off' } as const }),
  });
}

/** The last pending session/new is answered: early sessions that it did not create are unknown. */
function judgeEarly({ step, connection, report }: Context<typeof MESSAGES>): void {
  const { exchange } = step;
  if (exchange === undefined) return;
  // this one is still counted
  if (awaitedSessions(connection) > 1) return;
  const made = madeBy(step);
  for (const early of connection.early) {
    const { id, state, seq, at } = connection.sessions.get(early) ?? {};
    if (id === undefined || seq === undefined || at === undefined || state !== 'early' || id === made) continue;
    const data = { id: quoted(id), method: 'the agent' };
    report('unknown', { data, at: { seq, at }, fault: 'agent', once: id, sessionId: id, turn: undefined });
  }
}

export const unknownSessionAccepted = defineRule({
  id: 'session/unknown-session-accepted',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A request for an unknown session should be answered with an error.',
  explanation:
    'The client named a session that nothing opened on this connection (session/unknown-session-id), and the agent ' +
    'accepted it. This hides the mistake: the work goes into a session that the client does not show, or the agent ' +
    'invents one. Answer with error -32002.\n\n' +
    'Not reported: sessions that session/list named, because an agent may restore them silently; session/close and ' +
    'session/delete, where success is what the client wants.',
  spec: 'v2/session-setup',
  messages: {
    accepted: 'the agent accepted {method} for session {id}, which was never opened on this connection',
  },
  on: ['response:session/prompt', 'response:session/set_mode', 'response:session/set_config_option'],
  inspect({ step, faultsOf, report }) {
    const { exchange, sender, session, sessionId, method = '', error } = step;
    if (sender !== 'agent' || exchange === undefined || error !== undefined) return;
    if (!faultsOf(exchange).includes('session/unknown-session-id') || session?.state === 'listed') return;
    report('accepted', {
      data: { method, id: quoted(sessionId) },
      evidence: [exchange],
      dialects: { v2b: 'warning' },
    });
  },
});
