import type { Connection } from '../../../model/state/connection.js';
import type { Session } from '../../../model/state/session.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';

const SHOWN = 5;

export const nonterminalAtTurnEnd = defineRule({
  id: 'tool-call/nonterminal-at-turn-end',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'When a turn ends, its tool calls should be completed or failed.',
  explanation:
    'A call that stays pending or in_progress shows a spinner forever, because nothing more comes for the turn ' +
    'after its answer. Send the final status of every call before you answer the prompt.\n\n' +
    'Only an info if a limit or a refusal cut the turn short. Only an info for calls that the user rejected, calls ' +
    'whose terminal may still be running, and calls of kind other or think. Not reported: calls that only ' +
    'permission requests name; cancelled turns, where the client marks the calls itself; turns that overlap; calls ' +
    'in replayed history.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: { open: 'the turn ended with {reason} while {calls} had no final status: {names}' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, report }) {
    const { turn, session, stopReason, isError } = turnEnd;
    if (isError || stopReason === undefined || stopReason === 'cancelled') return;
    if (turn.cancel !== undefined || turn.closing !== undefined || session.open.length > 1) return;
    const calls = [...turn.openToolCalls].flatMap((id) => session.toolCalls.get(id) ?? []);
    const open = calls.filter((call) => isWaiting(call) && !isOnlyAsked(call) && !isBeingAsked(session, call));
    if (open.length === 0) return;
    const isPlain = stopReason === 'end_turn' && open.some((call) => !mayGoOn(connection, session, call));
    report('open', {
      data: { reason: stopReason, calls: counted(open.length, 'tool call'), names: namesOf(open) },
      evidence: open.slice(0, SHOWN),
      ...(!isPlain && { severity: 'info' }),
    });
  },
});

/** Whether only permission requests named the call: the client shows no spinner for it. */
function isOnlyAsked({ firstSeenIn, status, announced }: ToolCall): boolean {
  return firstSeenIn === 'permission' && status === 'pending' && announced === undefined;
}

/** Whether the status is not final. Unknown statuses were reported where they were sent. */
function isWaiting({ status }: ToolCall): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** Whether a call has an open permission request. Not awaiting its answer is another fault: turn/open-request-at-end. */
function isBeingAsked({ asked }: Session, { id }: ToolCall): boolean {
  return asked.ofCalls.has(id);
}

/** Whether the call has a reason to lack a final status. A rejected call never ran. */
function mayGoOn(connection: Connection, { id: sessionId }: Session, call: ToolCall): boolean {
  if (call.kind === 'other' || call.kind === 'think') return true;
  if (call.permission?.outcome === 'rejected' || call.permission?.outcome === 'cancelled') return true;
  return [...(call.terminals ?? [])].some((id) => clientTerminal(connection, sessionId, id)?.released === undefined);
}

function namesOf(calls: readonly ToolCall[]): string {
  const names = calls.slice(0, SHOWN).map(({ id, status }) => `${quoted(id)} (${status ?? 'pending'})`);
  return enumerated(calls.length > SHOWN ? [...names, `${calls.length - SHOWN} more`] : names);
}
