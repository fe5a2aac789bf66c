import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { endedOf, followsFromInitialize, waited } from './ending.js';
import { laterTurn, openOf, severityOfWork } from './open-work.js';
import { lastOf } from '../../../model/turns/last-sign.js';
import { isHeldByClient } from './waiting.js';

export const turnNeverAnswered = defineRule({
  id: 'eos/turn-never-answered',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A turn must end with the response to session/prompt.',
  explanation:
    'Only this response tells the client that the turn is over. Without it the agent seems to work forever, and the ' +
    'user cannot send the next prompt. Answer on every path: end, refusal, limits and cancel, and with an error if ' +
    'something was thrown.\n\n' +
    'This one violation covers everything else that was open in the turn. An error if a later prompt of the session ' +
    'was answered. Only an info if the client had stopped reading, or if it left in the middle of the turn and the ' +
    'agent had not been silent for two minutes. Only a warning if the recording does not show who left. Not ' +
    'reported: a turn that waits for the client, whose missing answer is reported instead; a cancelled turn ' +
    '(eos/cancel-never-confirmed).',
  spec: 'v1/prompt-turn',
  messages: {
    never: 'the agent never answered the prompt: {how} {silence} after the last frame of the turn{open}{follows}',
    overtaken: 'the agent never answered the prompt, although it answered a later prompt of the session{open}',
  },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) {
      for (const turn of session.open) {
        if (turn.cancel !== undefined || turn.seq > ended.at.seq) continue;
        if (isHeldByClient(session, turn, ended)) continue;
        const later = laterTurn(session, turn);
        const open = openOf(session, turn);
        const where = { at: turn, sessionId: session.id, turn: turn.number };
        if (later !== undefined && ended.isWhole) {
          report('overtaken', { data: { open }, ...where, evidence: [later.first, later.end] });
          continue;
        }
        const follows = followsFromInitialize(context);
        const severity = follows === '' ? severityOfWork(context, ended, session, turn) : 'info';
        const last = lastOf(session, turn);
        const data = { how: ended.how, silence: lasting(waited(last, ended)), open, follows };
        report('never', { data, severity, ...where, evidence: [last, ended.at] });
      }
    }
  },
});
