import { awaitsNewSession } from '../../../model/sessions/sessions.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { madeBy } from './new-session.js';
import { AGENT_USES, CLIENT_USES, isUse } from './uses.js';

/** All uses of a session that was not opened. */
const USES = [...CLIENT_USES, ...AGENT_USES].map((method) => `call:${method} if unopened` as const);

const MESSAGES = {
  unknown: 'no session {id} was made, loaded or resumed on this connection; {method} names it',
  listed: 'session {id} was only listed; it has to be loaded or resumed before {method}',
} as const;

export const unknownSessionId = defineRule({
  id: 'session/unknown-session-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A sessionId is used only after session/new, session/load or session/resume opened it on this connection.',
  explanation:
    'Sessions belong to a connection: the other side has no state for an id that nothing opened here, and answers with ' +
    'an error or drops the message. Use the sessionId of the session/new result, or load or resume the session first; ' +
    'session/list only tells that it exists. Reported once for an id. Not reported: updates that come before the answer ' +
    'of a session/new that turns out to make their session; session/load, session/resume, session/fork and ' +
    'session/delete, which may name any session; titles (session_info_update) of listed sessions; recordings that begin ' +
    'later. In the newer draft of v2 a client may close a session that does not exist.',
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
  // a recording that begins later: any session may have been opened before, or initialize comes too late (init)
  if (!connection.fromStart && connection.initialization.state === 'none') return;
  const isTitle = updateKind === 'session_info_update';
  // a session that is noted as seen was reported when it was first named
  if (session !== undefined && (session.state !== 'listed' || session.replay !== undefined || isTitle)) return;
  // it may be the one that the unanswered request makes
  if (session === undefined && sender === 'agent' && awaitsNewSession(connection)) return;
  const severity = method === 'session/cancel' || isTitle ? 'warning' : 'error';
  report(session !== undefined && session.deleted === undefined ? 'listed' : 'unknown', {
    data: { id: quoted(sessionId), method },
    once: sessionId,
    severity,
    ...(method === 'session/close' && { dialects: { v2b: 'off' } as const }),
  });
}

/** The last session/new that was awaited is answered: what it did not make is unknown. */
function judgeEarly({ step, connection, report }: Context<typeof MESSAGES>): void {
  const { exchange } = step;
  if (exchange === undefined) return;
  const { pending } = connection.requests.client;
  for (const { method, key } of pending.values()) {
    if ((method === 'session/new' || method === 'session/fork') && key !== exchange.key) return;
  }
  const made = madeBy(step);
  for (const { id, state, seq, at } of connection.sessions.values()) {
    if (state !== 'early' || id === made) continue;
    const data = { id: quoted(id), method: 'the agent' };
    report('unknown', { data, at: { seq, at }, fault: 'agent', once: id, sessionId: id, turn: undefined });
  }
}

export const unknownSessionAccepted = defineRule({
  id: 'session/unknown-session-accepted',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A request for a session that does not exist is answered by an error.',
  explanation:
    'The client named a session that nothing opened on this connection (session/unknown-session-id), and the agent took ' +
    'it. So the mistake stays hidden: work goes into a session that the client does not show, or the agent makes one up. ' +
    'Answer such a request with error -32002. Not reported: sessions that session/list named, which an agent may restore ' +
    'silently, and session/close and session/delete, where success is what the client wants.',
  spec: 'v2/session-setup',
  messages: {
    accepted: '{method} for session {id}, which was never opened on this connection, was answered by success',
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
