import type { PromptV2 } from '../../../model/state/session-prompt.js';
import { isWorking } from '../../../model/turns/work.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { type Ended, endedOf, severityOf, waited } from './ending.js';
import { openOf, severityOfWork, SILENCE_MS } from './open-work.js';
import { lastOf } from '../../../model/turns/last-sign.js';
import { isHeldByClient } from './waiting.js';

export const foregroundNeverIdle = defineRule({
  id: 'eos/foreground-never-idle',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'In v2 work must end with a state_update "idle".',
  explanation:
    'In v2 the answer to a prompt only confirms that it was accepted; idle says that the work is over. Without idle ' +
    'the client shows the session as working forever. Send it on every path, with the reason why the work stopped.\n\n' +
    'Only an info if the client left in the middle of the work, unless the agent had been silent for two minutes. A ' +
    'prompt that was accepted and led to no state at all is an error only in the November draft; in the August ' +
    'draft an agent may handle it without any work. Not reported: work that waits for an answer of the client.',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: {
    working: 'the session is still {state} at the end: {how} {silence} after the last frame of the work{open}',
    nothing: 'the agent accepted the prompt, but never reported running or idle: {how} {after} later',
  },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) {
      const { foreground, prompts } = session;
      const turn = session.open.at(-1);
      if (isWorking(foreground) && turn !== undefined) {
        if (foreground.cancelled !== undefined || isHeldByClient(session, turn, ended)) continue;
        const severity = severityOfWork(context, ended, session, turn);
        const last = lastOf(session, turn);
        const open = openOf(session, turn);
        const data = { state: foreground.state, how: ended.how, silence: lasting(waited(last, ended)), open };
        const where = { at: foreground.since ?? turn, sessionId: session.id, turn: turn.number };
        report('working', { data, severity, ...where, evidence: [last, ended.at] });
        continue;
      }
      const stuck = prompts.find((prompt) => isStuck(prompt, ended));
      if (stuck === undefined || foreground.cancelled !== undefined) continue;
      const severity = severityOf(context, ended, { since: stuck, on: 'agent', patienceMs: SILENCE_MS });
      const data = { how: ended.how, after: lasting(waited(stuck, ended)) };
      const dialects = { v2a: 'info', v2b: severity } as const;
      report('nothing', { data, severity, dialects, at: stuck, sessionId: session.id, evidence: [ended.at] });
    }
  },
});

/** A prompt that was accepted, with nothing after that. */
function isStuck({ answer, worked, cancelled, seq }: PromptV2, ended: Ended): boolean {
  return answer === 'accepted' && !worked && cancelled === undefined && seq < ended.at.seq;
}
