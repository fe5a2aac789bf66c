import type { Moment } from '../../../model/state/moment.js';
import type { Step } from '../../../model/state/step.js';
import type { Turn } from '../../../model/state/turn.js';
import { defineRule } from '../../engine/rule.js';

/** A session/cancel this soon after a dismissed dialog explains the dismissal. */
const CANCEL_FOLLOWS_MS = 1_000;

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
  messages: { alone: 'the client answered "cancelled", but nothing was cancelled' },
  on: ['message if dismissed', 'end'],
  inspect(context) {
    const { isEnd, connection, report } = context;
    const sessions = isEnd ? [...connection.sessions.values()] : [context.step.session];
    for (const session of sessions) {
      if (session === undefined) continue;
      for (const turn of session.dismissed) {
        const { dismissedUnasked: at, cancel, number } = turn;
        if (at === undefined || (!isEnd && !isTooLateToCancel(context.step, turn, at))) continue;
        if (cancel !== undefined && cancel.at - at.at <= CANCEL_FOLLOWS_MS) continue;
        const once = `${session.id} ${number}`;
        report('alone', { at, sessionId: session.id, turn: number, once, dialects: { v2a: 'info', v2b: 'off' } });
      }
    }
  },
});

/** Whether a session/cancel can no longer explain a dismissal: it would be too late, or the turn ends here. */
function isTooLateToCancel(step: Step, { request }: Turn, dismissed: Moment): boolean {
  if (step.at - dismissed.at > CANCEL_FOLLOWS_MS) return true;
  if (step.version === 2) return step.updateKind === 'state_update' && step.update?.['state'] === 'idle';
  return step.method === 'session/prompt' && step.exchange !== undefined && step.key === request;
}
