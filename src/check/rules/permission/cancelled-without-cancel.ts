import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import type { Turn } from '../../../model/state/turn.js';
import { CANCEL_FOLLOWS_MS, isUnexplained } from '../../../model/turns/dismissals.js';
import { turnOf } from '../../../model/turns/turn-beginning.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';

const MESSAGES = { alone: 'the client answered "cancelled", but nothing was cancelled' } as const;

export const cancelledWithoutCancel = defineRule({
  id: 'permission/cancelled-without-cancel',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The outcome "cancelled" should mean that the turn was cancelled.',
  explanation:
    'In v1 an agent that reads "cancelled" may end the whole turn, although the user only closed the dialog. To ' +
    'refuse this one call, answer with a reject option.\n\n' +
    'Only an info, because many clients use this outcome for a dismissed dialog; the November draft of v2 allows ' +
    'it. Not reported: answers after session/cancel, session/close or $/cancel_request, or up to a second before ' +
    'session/cancel.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: MESSAGES,
  on: ['message if dismissed', 'end'],
  inspect(context) {
    const { isEnd, connection, step } = context;
    if (isEnd) {
      for (const session of connection.sessions.values()) {
        for (const turn of session.dismissed) judge(context, session, turn);
      }
      return;
    }
    const { session } = step;
    if (session === undefined) return;
    // they stand in the order of their times, and are gone when they were looked at
    for (const turn of session.dismissed) {
      if (turn.dismissedUnasked !== undefined && !isUnexplained(turn.dismissedUnasked.at, step.at)) break;
      judge(context, session, turn);
    }
    const ending = endingTurn(session, step);
    if (ending !== undefined && session.dismissed.has(ending)) judge(context, session, ending);
  },
});

function judge({ report }: Context<typeof MESSAGES>, { id }: Session, turn: Turn): void {
  const { dismissedUnasked: at, cancel, number } = turn;
  if (at === undefined || (cancel !== undefined && cancel.at - at.at <= CANCEL_FOLLOWS_MS)) return;
  report('alone', { at, sessionId: id, turn: number, once: `${id} ${number}`, dialects: { v2a: 'info', v2b: 'off' } });
}

/** The turn that a message ends: a session/cancel can no longer explain what was dismissed in it. */
function endingTurn(session: Session, { version, updateKind, update, exchange, method }: Step): Turn | undefined {
  if (version === 2) {
    return updateKind === 'state_update' && update?.['state'] === 'idle' ? session.open.at(-1) : undefined;
  }
  return method === 'session/prompt' && exchange !== undefined ? turnOf(session, exchange) : undefined;
}
