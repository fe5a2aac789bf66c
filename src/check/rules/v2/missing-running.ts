import { objectOf, textOf } from '../../../model/json-access.js';
import type { PromptV2 } from '../../../model/state/prompt.js';
import type { Foreground, Session } from '../../../model/state/session.js';
import { stopReasonOf } from '../../../model/reading/step-of.js';
import type { Step } from '../../../model/state/step.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import { isSnapshot, isWorking } from '../../../model/turns/work.js';
import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { foldedSpelling } from '../../../acp/schema/spelling.js';
import { claimAt } from '../../engine/claims.js';
import type { Context } from '../../engine/context.js';
import { defineRule, type Trigger } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** What the agent does when it works: output, calls and plans. */
export const OUTPUT: readonly Trigger[] = [
  'update:agent_message',
  'update:agent_message_chunk',
  'update:agent_thought',
  'update:agent_thought_chunk',
  'update:tool_call_update',
  'update:tool_call_content_chunk',
  'update:plan_update',
];

const RUNNING_MESSAGES = {
  output: '{kind} came after the prompt (frame {frame}) was accepted, and no running before it',
  idle: 'idle with stopReason {reason} ends work on the prompt (frame {frame}) that no running began',
} as const;

export const missingRunning = defineRule({
  id: 'v2/missing-running',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Work begins with a state_update "running", or "requires_action".',
  explanation:
    'The answer to a prompt only says that it was accepted. By running the client knows that the session is busy: it ' +
    'shows so, offers to cancel, and waits for the idle. Send it before the first output, also for work that the agent ' +
    'begins by itself. Once for a prompt. Not reported: updates of calls and messages that were there before, and what ' +
    'may be work in the background; an idle that repeats the one before; history; sessions whose state is not known. ' +
    'Only info in the older draft of v2 for slash commands, which it lets agents handle without work.',
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
    // a name that the protocol keeps for itself was reported where it stood
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

function awaitsWork({ answer, echo, worked }: PromptV2): boolean {
  return (answer === 'accepted' || echo !== undefined) && !worked;
}

/** A state of the agent's own that stands for running has a rule of its own in the newer draft. */
function dialectsFor({ digest }: PromptV2, { custom }: Foreground) {
  if (custom !== undefined) return { v2a: 'error', v2b: 'off', undecided: 'off' } as const;
  return digest.command === undefined ? {} : ({ v2a: 'info', v2b: 'error' } as const);
}

/** An idle that tells of an end, rather than only once more of the last one. */
function endsWork(session: Session, { update = {} }: Step, { firstOutput }: PromptV2): boolean {
  if (stopReasonOf(update) === undefined) return false;
  if (!isSnapshot(session, update)) return true;
  return firstOutput !== undefined && session.replay === undefined && !Array.isArray(update['background']);
}

/** Whether what the session did last is known: it was made here or told its state, and nothing was missed since. */
function isStateKnown({ connection, knows }: Context, session: Session): boolean {
  const since = session.foreground.changed ?? session.opened;
  if (connection.gap !== undefined && connection.gap.seq > (since?.seq ?? -1)) return false;
  return session.foreground.state === 'idle' || knows(session);
}

/** Whether an update begins something, while nothing tells of work in the background. */
function isNewWork(session: Session, { update = {}, updateKind = '' }: Step): boolean {
  const { toolCalls, messages, plans, foreground } = session;
  if ((foreground.background?.size ?? 0) > 0) return false;
  const callId = textOf(update['toolCallId']);
  if (callId !== undefined) return !toolCalls.has(callId) && !hasOpenCalls(session);
  if (updateKind === 'plan_update') {
    const id = textOf(objectOf(update['plan'])?.['planId']) ?? '';
    return !plans.has(id) && !hasOpenCalls(session);
  }
  const kind = updateKind.startsWith('agent_thought') ? 'thought' : 'agent';
  return !messages.known.has(`${kind} ${textOf(update['messageId']) ?? ''}`) && !hasOpenCalls(session);
}

/** A call that outlived its work may go on beside the next, and be told of. */
function hasOpenCalls({ toolCalls }: Session): boolean {
  for (const { status, isHistory } of toolCalls.values()) if (!isFinal(status) && !isHistory) return true;
  return false;
}

export const customStateOnly = defineRule({
  id: 'v2/custom-state-only',
  severity: 'warning',
  versions: ['v2b'],
  fault: 'agent',
  summary: "A state of the agent's own comes beside running, requires_action and idle, never instead of them.",
  explanation:
    'A client that does not know the state shows "busy" at best, and never learns that the work began or ended. Send the ' +
    'standard state too, before or after it. Stands at the first output of work that nothing else told of, once for a ' +
    'state. Not reported: a client whose capabilities name the vendor or the state in their _meta, states between two ' +
    'standard ones, and what never leads to output (eos/foreground-never-idle).',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: { only: '{state} (frame {frame}) is all that tells of this work; running has to tell of it as well' },
  on: OUTPUT,
  inspect({ step, connection, report }) {
    const { sender, session, isHistory } = step;
    const custom = session?.foreground.custom;
    if (sender !== 'agent' || session === undefined || isHistory || custom?.state.startsWith('_') !== true) return;
    if (isWorking(session.foreground) || !(session.prompts.some(awaitsWork) || isNewWork(session, step))) return;
    if (metaNames(connection, 'client', (key) => isNamed(custom.state, key))) return;
    const data = { state: quoted(custom.state), frame: custom.seq };
    report('only', {
      data,
      evidence: [custom],
      once: `${session.id} ${custom.seq}`,
      dialects: { undecided: 'warning' },
    });
  },
});

/** `acme.dev/states`, or `_acme_thinking` itself, for a state `_acme_thinking`. */
function isNamed(state: string, key: string): boolean {
  const wanted = foldedSpelling(state);
  const named = foldedSpelling(key.split(/[./]/)[0] ?? '');
  return key === state || (named !== '' && wanted.startsWith(named));
}

export const idleWithoutStopReason = defineRule({
  id: 'v2/idle-without-stop-reason',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The idle that ends work says why it ended.',
  explanation:
    'Without a stopReason the client cannot tell a finished answer from one that was cut off, refused or failed. Send it ' +
    'with the idle: "end_turn" where the model has no more to say. Not reported: an idle that ends nothing, as the first ' +
    'of a session, one that is repeated, or the one that a resume ends with.',
  spec: 'v2/prompt-lifecycle#4-report-completion',
  messages: { missing: 'the idle ends the work that began in frame {frame} and has no stopReason' },
  on: ['turn-end'],
  inspect({ step, turnEnd, report, hasReported }) {
    const { turn, stopReason } = turnEnd;
    const given = step.update?.['stopReason'] ?? null;
    // one that is no text is read as none, and reported as what it is
    if (step.version !== 2 || stopReason !== undefined || given !== null) return;
    if (hasReported('v2/cancel-not-confirmed')) return;
    report('missing', { data: { frame: turn.seq }, evidence: [turn] });
  },
});

export const stopReasonOnActiveState = defineRule({
  id: 'v2/stop-reason-on-active-state',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Only an idle has a stopReason: what is running has not stopped.',
  explanation:
    'Clients do not look at it there, and those that do take the work for ended while it goes on. Send the stopReason ' +
    'with the idle that ends the work. Not reported: null, which says nothing.',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: { found: 'the state is {state} and has stopReason {found}, which belongs to idle' },
  on: ['update:state_update'],
  inspect(context) {
    const { step, report } = context;
    const { state, stopReason = null } = step.update ?? {};
    if (stopReason === null || (state !== 'running' && state !== 'requires_action')) return;
    claimAt(context, ['update', 'stopReason']);
    report('found', { data: { state: quoted(state), found: quoted(stopReason) } });
  },
});
