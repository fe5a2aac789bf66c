import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Session } from '../../../model/state/session.js';
import type { Turn } from '../../../model/state/turn.js';
import { defineRule } from '../../engine/rule.js';

export const cancelledWithoutCancel = defineRule({
  id: 'stop-reason/cancelled-without-cancel',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A turn ends with "cancelled" where the client cancelled it.',
  explanation:
    'Clients show "cancelled by the user" for it. Where the agent stopped by itself (a limit, a timeout, a crash of the ' +
    'model) the user wonders what was cancelled: use another stop reason, or an error. Not reported: turns that ' +
    'session/cancel, session/close, session/delete, $/cancel_request or a newer prompt ended, or in which the user ' +
    'dismissed a question, or, in v2, answered no.',
  spec: 'v1/prompt-turn#stop-reasons',
  needsHistory: true,
  messages: { uncalled: 'the turn ended with "cancelled", and nobody had cancelled it' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, report }) {
    const { turn, session, stopReason, exchange } = turnEnd;
    if (stopReason !== 'cancelled' || wasCancelled(turn, session, exchange)) return;
    if (isBeingDeleted(connection, session) || (connection.gap?.seq ?? -1) > turn.seq) return;
    report('uncalled', { evidence: [turn.asked ?? turn] });
  },
});

function wasCancelled(turn: Turn, session: Session, exchange: Exchange | undefined): boolean {
  if (turn.cancel !== undefined || turn.closing !== undefined || turn.dismissed !== undefined) return true;
  if (exchange?.cancelRequested !== undefined) return true;
  // v2: it may be cancelled before it says that it runs
  const start = Math.min(turn.asked?.seq ?? turn.seq, turn.seq);
  if ((session.lastCancel?.seq ?? -1) > start || (session.deleted?.seq ?? -1) > start) return true;
  return session.open.some(({ seq }) => seq > turn.seq) || session.prompts.some(({ seq }) => seq > turn.seq);
}

function isBeingDeleted({ requests }: Connection, { id }: Session): boolean {
  const { pending } = requests.client;
  return [...pending.values()].some(({ method, sessionId }) => method === 'session/delete' && sessionId === id);
}
