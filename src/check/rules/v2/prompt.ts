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

/** How long an agent may take to answer a prompt after it inserted the message. */
const HELD_MS = 1_000;

const HELD_MESSAGES = {
  held: 'the work on the prompt (frame {frame}) ended, but the prompt is still unanswered {time} after it was inserted',
  late: 'the prompt was answered only after the work on it had ended (frame {frame})',
  slow: 'the prompt was answered in the middle of the output, {time} after its message was inserted (frame {frame})',
} as const;

export const promptResponseHeld = defineRule({
  id: 'v2/prompt-response-held',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'session/prompt must be answered when the prompt is accepted, not when the work is done.',
  explanation:
    'In v1 the answer ended the turn. In v2 it only says that the message was inserted, and idle ends the work. A ' +
    'client that waits for the answer keeps its input locked in the meantime, so the user cannot queue another ' +
    'prompt. Answer as soon as the message has its place in the conversation.\n\n' +
    'Only a warning if the prompt was never echoed, because it may have waited behind other work. Only a warning if ' +
    'the answer came in the middle of the output. Not reported: prompts that wait in the queue while earlier work ' +
    'goes on; answers shortly after the echo.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: HELD_MESSAGES,
  on: ['turn-end', 'response:session/prompt'],
  inspect(context) {
    if (context.step.exchange === undefined) judgeHeld(context);
    else judgeLate(context);
  },
});

/** Judges prompts that are still unanswered when the work on them ends. */
function judgeHeld({ step, turnEnd, report }: Context<typeof HELD_MESSAGES>): void {
  const { session, turn } = turnEnd;
  for (const prompt of session.prompts) {
    const { answer, echo, seq } = prompt;
    if (answer !== 'none' || echo === undefined || !mayEcho(prompt, echo)) continue;
    // a prompt that was inserted in the middle of other work may still be answered in a moment
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
  summary: 'The result of session/prompt should name the message that was inserted.',
  explanation:
    'Only by its messageId can a client recognize its own message: texts may be equal, other clients may write too, ' +
    'and the agent may change what it inserts.\n\n' +
    'An error in the November draft of v2. In the August draft the result is empty, and an id in it is only an ' +
    'info. Not reported while it is unclear which draft is in use.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: {
    missing: 'the result has {found}; it must name the message that was inserted',
    present: 'the result has messageId {found}; in the August draft of v2 the result is empty',
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
    // a v1 result was already reported
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
  summary: 'A prompt whose message was inserted must be answered with success.',
  explanation:
    'An error says that the message is not part of the conversation. The client then offers to send it again, and ' +
    'it appears twice. Answer with the id of the message, and end the work with an idle whose stopReason is "error" ' +
    'or "cancelled". Use errors only for prompts that you refuse before you insert the message.\n\n' +
    'Only a warning in the August draft of v2. Not reported: a user message with another text, which may come from ' +
    'somebody else.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: {
    failed:
      'the prompt failed with error {code} ({text}) after its message was inserted (frame {frame}); it must succeed',
  },
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

/** Codes that refuse the request itself, so there was nothing to cancel. */
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
  summary: 'A prompt cancelled before it was inserted should be answered with error -32800.',
  explanation:
    'session/cancel and session/close also drop the prompts in the queue. This code tells the client that the ' +
    'prompt ended as the user wanted; any other code is shown as a failure. Answer -32800 (Request cancelled), or ' +
    'with success if the message was inserted first.\n\n' +
    'Not reported: errors that refuse the prompt for another reason (authentication, unknown session, invalid ' +
    'params).',
  spec: 'v2/prompt-lifecycle#cancellation',
  messages: {
    code: 'the prompt was cancelled before it was inserted, but answered with error {code} ({text}) instead of -32800',
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
