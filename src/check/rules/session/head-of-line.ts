import type { Exchange } from '../../../model/state/exchange.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';

/** A request that waits for less may be slow for another reason. */
const HELD_MS = 2_000;

/** A request that is answered this soon after the question was waiting for it. */
const RELEASED_MS = 500;

/** While the connection is live, a wait is worth telling after this long. */
const PATIENCE_MS = 10_000;

const MESSAGES = {
  held: '{method} waited {time} for an answer: it came {after} after the question of session {other} (frame {frame}) was answered',
  waits: '{method} has waited {time} for an answer, since the question of session {other} (frame {frame}) is open',
} as const;

export const headOfLine = defineRule({
  id: 'session/head-of-line',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An open question of one session should not hold up requests of others.',
  explanation:
    'While the agent waits for a permission or elicitation of one session, it answers nothing else: the user opens a ' +
    'second session, and that hangs until somebody answers the dialog of the first. Usually the agent reads its input ' +
    'in the same task that awaits the answer. Read on while a question is open.\n\n' +
    'Reported if a request had waited for two seconds when the user answered the question, and the agent then ' +
    'answered the request at once. Only the first such request is reported, and none if something shows that the ' +
    'agent read anything while the question was open. While the connection is live, a request is also reported once ' +
    'it has waited for ten seconds. Not reported: requests of the same session, and prompts.',
  spec: 'v1/session-setup',
  needsHistory: true,
  messages: MESSAGES,
  on: [
    'response:session/new',
    'response:session/load',
    'response:session/resume',
    'response:session/fork',
    'response:session/list',
    'response:session/close',
    'response:session/delete',
    'response:session/set_mode',
    'response:session/set_config_option',
    'now',
  ],
  inspect(context) {
    const { connection, step, now, goesOn, hasRealTimes, report } = context;
    if (!hasRealTimes) return;
    if (goesOn) {
      judgeWaiting(context);
      return;
    }
    const { exchange, sender, line, method = '' } = step;
    const question = exchange?.behind;
    if (sender !== 'agent' || exchange === undefined || question?.answered === undefined || !line.timed) return;
    const time = question.answered.at - exchange.at;
    const after = now.at - question.answered.at;
    if (time < HELD_MS || after > RELEASED_MS || connection.wires.agent.hasRead >= question.seq) return;
    report('held', {
      data: { method, time: lasting(time), after: lasting(after), ...dataOf(question) },
      evidence: [exchange, question, question.answered],
    });
  },
});

function judgeWaiting({ connection, now, report }: Context<typeof MESSAGES>): void {
  const { requests, wires } = connection;
  for (const exchange of requests.client.pending.values()) {
    const { behind: question, method, at, sessionId, turn, needsNoAnswer } = exchange;
    if (question === undefined || question.answered !== undefined || needsNoAnswer || method === 'session/prompt')
      continue;
    if (now.at - at < PATIENCE_MS || wires.agent.hasRead >= question.seq) continue;
    const data = { method, time: lasting(now.at - at), ...dataOf(question) };
    report('waits', { data, at: exchange, evidence: [question], sessionId, turn });
  }
}

function dataOf({ sessionId, seq }: Exchange): { readonly other: string; readonly frame: number } {
  return { other: quoted(sessionId), frame: seq };
}
