import { stopReasonOf } from '../../../model/reading/step-of.js';
import type { PromptV2 } from '../../../model/state/session-prompt.js';
import type { Foreground, Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isSnapshot, isWorking } from '../../../model/turns/work.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { awaitsWork, isNewWork, OUTPUT } from './new-work.js';

const RUNNING_MESSAGES = {
  output: '{kind} came after the prompt (frame {frame}) was accepted, but without running before it',
  idle: 'idle with stopReason {reason} ended the work on the prompt (frame {frame}), but no running had begun it',
} as const;

export const missingRunning = defineRule({
  id: 'v2/missing-running',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Work must begin with a state_update "running" or "requires_action".',
  explanation:
    'The answer to a prompt only says that it was accepted. When it gets running, the client shows that the session ' +
    'is busy, offers to cancel, and waits for the idle. Send it before the first output, also for work that the ' +
    'agent starts on its own.\n\n' +
    'Only an info in the August draft of v2 for slash commands, which agents may handle there without any work. ' +
    'Reported once per prompt. Not reported: updates of earlier calls and messages, and possible background work; ' +
    'an idle that repeats the one before; history; sessions whose state is unknown.',
  spec: 'v2/prompt-lifecycle#3-agent-reports-output',
  needsHistory: true,
  messages: RUNNING_MESSAGES,
  on: [...OUTPUT, 'update:state_update'],
  inspect(context) {
    const { step, report } = context;
    const { session, update, updateKind = '', isHistory } = step;
    if (step.sender !== 'agent' || session === undefined || update === undefined || isHistory) return;
    const { foreground } = session;
    if (isWorking(foreground)) return;
    const prompt = session.prompts.find((candidate) => awaitsWork(candidate));
    if (prompt === undefined || !isStateKnown(context, session)) return;
    // a reserved name was already reported where it came
    if (foreground.custom !== undefined && !foreground.custom.state.startsWith('_')) return;
    const details = {
      evidence: [prompt, prompt.echo ?? prompt.answered],
      once: `${session.id} ${prompt.seq}`,
      dialects: dialectsFor(prompt, foreground),
    };
    if (updateKind !== 'state_update') {
      if (!isNewWork(session, step)) return;
      report('output', { data: { kind: updateKind, frame: prompt.seq }, ...details });
      return;
    }
    if (update['state'] !== 'idle' || !endsWork(session, step, prompt)) return;
    report('idle', { data: { reason: quoted(stopReasonOf(update)), frame: prompt.seq }, ...details });
  },
});

/** In the November draft a custom state in place of running has a rule of its own. */
function dialectsFor({ digest }: PromptV2, { custom }: Foreground) {
  if (custom !== undefined) return { v2a: 'error', v2b: 'off', undecided: 'off' } as const;
  return digest.command === undefined ? {} : ({ v2a: 'info', v2b: 'error' } as const);
}

/** Whether an idle reports an end, and does not just repeat the last one. */
function endsWork(session: Session, { update = {} }: Step, { firstOutput }: PromptV2): boolean {
  if (stopReasonOf(update) === undefined) return false;
  if (!isSnapshot(session, update)) return true;
  return firstOutput !== undefined && session.replay === undefined && !Array.isArray(update['background']);
}

/** Whether the state of the session is known: it was created here or reported its state, and there is no gap since. */
function isStateKnown({ connection, knows }: Context, session: Session): boolean {
  const since = session.foreground.changed ?? session.opened;
  if (connection.gap !== undefined && connection.gap.seq > (since?.seq ?? -1)) return false;
  return session.foreground.state === 'idle' || knows(session);
}
