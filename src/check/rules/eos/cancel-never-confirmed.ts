import type { Moment } from '../../../model/state/moment.js';
import type { Session } from '../../../model/state/session.js';
import type { Turn } from '../../../model/state/turn.js';
import { isWorking } from '../../../model/turns/work.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { endedOf, waited } from './ending.js';
import { laterTurn } from './open-work.js';
import { isHeldByClient } from './waiting.js';

/** With less time than this before the end, an agent had no fair chance to confirm a cancel, in ms. */
const CONFIRMATION_MS = 1_000;

export const cancelNeverConfirmed = defineRule({
  id: 'eos/cancel-never-confirmed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent must confirm session/cancel.',
  explanation:
    'After session/cancel the client waits until the agent says that everything has stopped, and cannot start ' +
    'anything new before that. In v1 the agent must answer the prompt with "cancelled"; in v2 it must report idle. ' +
    'An agent that only stops its model and forgets the prompt leaves the user with a dead session. Answer the ' +
    'prompt in the code that catches the abort.\n\n' +
    'Only an info if the connection ended within a second after the cancel. Not reported: a turn that waits for a ' +
    'permission request which the client did not answer after the cancel (permission/not-cancelled-after-cancel).',
  spec: 'v1/prompt-turn#cancellation',
  messages: { never: 'the agent never confirmed session/cancel: {how} {after} later; expected {expected}' },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    const isV2 = connection.version === 2;
    const expected = isV2 ? 'idle with stopReason "cancelled"' : 'stopReason "cancelled"';
    for (const session of connection.sessions.values()) {
      for (const { cancel, turn } of cancelledOf(session, isV2)) {
        if (cancel.seq > ended.at.seq || isHeldByClient(session, turn, ended)) continue;
        const after = waited(cancel, ended);
        const isJust = context.hasRealTimes && after > 0 && after < CONFIRMATION_MS;
        const { gap } = connection;
        const hadTime = !isJust || laterTurn(session, turn) !== undefined;
        const isSure = ended.isWhole && hadTime && (gap === undefined || gap.seq < cancel.seq);
        const severity = isSure ? 'error' : 'info';
        const data = { how: ended.how, after: lasting(after), expected };
        const where = { at: cancel, sessionId: session.id, turn: turn.number };
        report('never', { data, severity, ...where, evidence: [turn, ended.at] });
      }
    }
  },
});

/** The turns of a session that were cancelled but are still open. */
function cancelledOf({ open, foreground }: Session, isV2: boolean): { cancel: Moment; turn: Turn }[] {
  if (!isV2) return open.flatMap((turn) => (turn.cancel === undefined ? [] : [{ cancel: turn.cancel, turn }]));
  const turn = open.at(-1);
  const { cancelled } = foreground;
  return turn === undefined || cancelled === undefined || !isWorking(foreground) ? [] : [{ cancel: cancelled, turn }];
}
