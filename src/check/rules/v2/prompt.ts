import {
  AUTH_REQUIRED,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NOT_FOUND,
  REQUEST_CANCELLED,
} from '../../../acp/methods/error-codes.js';
import { objectOf } from '../../../model/json-access.js';
import type { PromptV2 } from '../../../model/state/session-prompt.js';
import type { Session } from '../../../model/state/session.js';
import { mayEcho, saysTheSame } from '../../../model/turns/prompts.js';
import { isWorking } from '../../../model/turns/work.js';
import { claimAt } from '../../engine/claims.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { answeredPrompt } from './answered-prompt.js';

/** An agent that was told to insert a prompt says so within this time. */
const HELD_MS = 1_000;

const HELD_MESSAGES = {
  held: 'the work on the prompt (frame {frame}) ended and the prompt is not answered; it was inserted {time} ago',
  late: 'the prompt was answered only after the work that followed it had ended (frame {frame})',
  slow: 'the prompt was answered {time} after its message was inserted (frame {frame}), in the middle of the output',
} as const;

export const promptResponseHeld = defineRule({
  id: 'v2/prompt-response-held',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'session/prompt is answered when the prompt is accepted, not when the work is done.',
  explanation:
    'In v1 the answer ended the turn; in v2 it says that the message was inserted, and idle ends the work. A client that ' +
    'waits for the answer keeps its input locked meanwhile and cannot send what is to be queued. Answer as soon as the ' +
    'message has its place in the conversation. Only a warning where the prompt was never echoed, so that it may have ' +
    'waited behind work of the agent, and where the answer came in the middle of the output. Not reported: prompts that ' +
    'wait in the queue while earlier work goes on, and what is answered shortly after its echo.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: HELD_MESSAGES,
  on: ['turn-end', 'response:session/prompt'],
  inspect(context) {
    if (context.step.exchange === undefined) judgeHeld(context);
    else judgeLate(context);
  },
});

/** The work ends while a prompt that it was about is not answered. */
function judgeHeld({ step, turnEnd, report }: Context<typeof HELD_MESSAGES>): void {
  const { session, turn } = turnEnd;
  for (const prompt of session.prompts) {
    const { answer, echo, seq } = prompt;
    if (answer !== 'none' || echo === undefined || !mayEcho(prompt, echo)) continue;
    // one that was inserted in the middle of other work may be answered in a moment
    if (seq > turn.seq && step.at - echo.at < HELD_MS) continue;
    const data = { frame: seq, time: lasting(step.at - echo.at) };
    report('held', { data, evidence: [prompt, echo], once: nameOf(session, prompt) });
  }
}

function judgeLate({ step, report }: Context<typeof HELD_MESSAGES>): void {
  const { session, error } = step;
  const prompt = answeredPrompt(step);
  if (session === undefined || prompt === undefined || error !== undefined) return;
  const { echo, firstOutput, workEnded } = prompt;
  const { foreground } = session;
  const details = { severity: 'warning', once: nameOf(session, prompt) } as const;
  if (echo === undefined) {
    if (workEnded === undefined || isWorking(foreground)) return;
    report('late', { data: { frame: workEnded.seq }, evidence: [prompt, workEnded], ...details });
    return;
  }
  const output = foreground.lastUpdate;
  if (!step.line.timed || firstOutput === undefined || output === undefined || !mayEcho(prompt, echo)) return;
  if (output.at - echo.at <= HELD_MS) return;
  const data = { time: lasting(step.at - echo.at), frame: echo.seq };
  report('slow', { data, evidence: [prompt, echo, firstOutput], ...details });
}

function nameOf({ id }: Session, { seq }: PromptV2): string {
  return `${id} ${seq}`;
}

export const promptResultShape = defineRule({
  id: 'v2/prompt-result-shape',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The result of session/prompt names the message that was inserted.',
  explanation:
    'By messageId a client knows which of the messages of the user is the one it sent: texts may be equal, other clients ' +
    'may write, and the agent may change what it inserts. An error where the newer draft of v2 is spoken; in the older ' +
    'one the result is empty, and an id there only an info. Not reported while nothing tells which draft it is.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: {
    missing: 'the result has {found}; it has to name the message that was inserted',
    present: 'the result has messageId {found}; the older draft of v2 has an empty result',
  },
  on: ['response:session/prompt'],
  inspect(context) {
    const { step, report, hasReported } = context;
    const result = objectOf(step.result);
    if (step.sender !== 'agent' || step.exchange === undefined || result === undefined) return;
    const id = result['messageId'] ?? null;
    const evidence = [step.exchange];
    if (id !== null) {
      const data = { found: quoted(id) };
      report('present', { data, evidence, dialects: { v2a: 'info', v2b: 'off' }, once: 'messageId' });
      return;
    }
    claimAt(context, ['messageId']);
    // a result of v1 is one fault
    if (hasReported('v2/stop-reason-in-prompt-response')) return;
    const found = result['messageId'] === null ? 'messageId null' : 'no messageId';
    report('missing', { data: { found }, evidence, dialects: { v2a: 'off', v2b: 'error' } });
  },
});

export const promptErrorAfterInsertion = defineRule({
  id: 'v2/prompt-error-after-insertion',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A prompt whose message was inserted is answered with success, whatever happens to the work.',
  explanation:
    'An error says that the message is not part of the conversation, and the client offers to send it again: then it ' +
    'stands there twice. Answer with the id of the message, and end the work with an idle whose stopReason is "error" or ' +
    '"cancelled". Errors are for prompts that were refused before that. Only a warning in the older draft of v2. Not ' +
    'reported: a message of the user with another text, which may be that of someone else.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: { failed: 'the prompt failed with error {code} ({text}) after its message was inserted (frame {frame})' },
  on: ['response:session/prompt'],
  inspect({ step, report }) {
    const { error, exchange } = step;
    const prompt = answeredPrompt(step);
    const echo = prompt?.echo;
    if (prompt === undefined || echo === undefined || error === undefined || echo.length === 0) return;
    if (!saysTheSame(prompt, echo) && !mayEcho(prompt, echo)) return;
    const data = { code: error.code ?? 'without code', text: quoted(error.message), frame: echo.seq };
    report('failed', { data, evidence: [exchange, echo], dialects: { v2a: 'warning', v2b: 'error' } });
  },
});

/** The request itself was refused: there was nothing to cancel. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  NOT_FOUND,
  AUTH_REQUIRED,
]);

const ABORT = /abort|cancel|interrupt/i;

export const promptNotCancelled = defineRule({
  id: 'v2/prompt-not-cancelled',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A prompt that session/cancel or session/close drops before it was inserted is answered with error -32800.',
  explanation:
    'Cancelling drops what waits in the queue as well. By the code the client knows that the prompt went as the user ' +
    'wanted; another one is shown as a failure. Answer -32800 (Request Cancelled), or with success where the message was ' +
    'inserted first. Not reported: refusals that name another cause (authentication, unknown session, invalid params).',
  spec: 'v2/prompt-lifecycle#cancellation',
  messages: {
    code: 'the prompt was cancelled before it was inserted, and answered with error {code} ({text}), not -32800',
  },
  on: ['response:session/prompt'],
  inspect({ step, report, hasReported }) {
    const { error, exchange } = step;
    const cancelled = answeredPrompt(step)?.cancelled;
    if (error === undefined || cancelled === undefined || error.code === REQUEST_CANCELLED) return;
    if (hasReported('cancel') || hasReported('v2/prompt-error-after-insertion')) return;
    if (REFUSALS.has(error.code) && !mentions(error, ABORT)) return;
    const data = { code: error.code ?? 'without code', text: quoted(error.message) };
    report('code', { data, evidence: [exchange], after: cancelled });
  },
});
