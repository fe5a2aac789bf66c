import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Session } from '../../../model/state/session.js';
import type { Turn } from '../../../model/state/turn.js';
import { openOfClient } from '../../../model/requests/open-requests.js';
import { defineRule } from '../../engine/rule.js';

export const cancelledWithoutCancel = defineRule({
  id: 'stop-reason/cancelled-without-cancel',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A turn should end with "cancelled" only if the client cancelled it.',
  explanation:
    'Clients show "cancelled by the user" for it. If the agent stopped on its own (a limit, a timeout, a crash of ' +
    'the model), the user wonders what was cancelled. Use another stop reason, or an error.\n\n' +
    'Not reported: turns ended by session/cancel, session/close, session/delete, $/cancel_request or a newer ' +
    'prompt; turns in which the user dismissed a question, chose an option that is named cancel or ' +
    'abort or, in v2, answered no.',
  spec: 'v1/prompt-turn#stop-reasons',
  needsHistory: true,
  messages: { uncalled: 'the turn ended with stopReason "cancelled", but nobody had cancelled it' },
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
  // v2: a turn may be cancelled before the agent reports running
  const start = Math.min(turn.asked?.seq ?? turn.seq, turn.seq);
  if ((session.lastCancel?.seq ?? -1) > start || (session.deleted?.seq ?? -1) > start) return true;
  return (session.open.at(-1)?.seq ?? -1) > turn.seq || session.prompts.some(({ seq }) => seq > turn.seq);
}

function isBeingDeleted(connection: Connection, { id }: Session): boolean {
  return openOfClient(connection, ['session/delete'], id) > 0;
}
