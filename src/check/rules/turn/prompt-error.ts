import {
  AUTH_REQUIRED,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NOT_FOUND,
  PARSE_ERROR,
  REQUEST_CANCELLED,
} from '../../../acp/methods/error-codes.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

export const userMessageInLiveTurn = defineRule({
  id: 'turn/user-message-in-live-turn',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 user messages are replayed by session/load, and not sent in a live turn.',
  explanation:
    'The client shows what its user wrote at once; an echo in the turn shows up as a second message in many clients. Leave ' +
    'it out in v1 (v2 wants it). It is legal, and some agents show hooks and prompts of subagents so. Reported once for ' +
    'a turn.',
  spec: 'v1/session-setup#loading-a-session',
  messages: { echo: 'a user_message_chunk came in a live turn' },
  on: ['update:user_message_chunk'],
  inspect({ step, shapes, report }) {
    const { sender, session, turn, isHistory } = step;
    // without its text it may be history
    if (isBrokenWithin(shapes, 'update')) return;
    if (sender !== 'agent' || session === undefined || turn === undefined || isHistory) return;
    report('echo', { evidence: [turn], once: `${session.id} ${turn.number}` });
  },
});

export const noOutput = defineRule({
  id: 'turn/no-output',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A turn that ends with end_turn has reported something.',
  explanation:
    'The user asked and sees nothing at all: often the model failed, or an error was swallowed. Say what happened in a ' +
    'message, answer with an error, or use the stop reason that fits. Not reported: slash commands, which may do their ' +
    'work in silence, other stop reasons, turns in which the user was asked, and prompts that overlap.',
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: { silent: 'the turn ended with end_turn and nothing was reported in it' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, report }) {
    const { turn, session, stopReason } = turnEnd;
    if (stopReason !== 'end_turn' || turn.updates > 0 || turn.permissions > 0 || turn.prompt?.command !== undefined)
      return;
    if (turn.cancel !== undefined || turn.closing !== undefined || turn.overlaps || session.open.length > 1) return;
    if (session.replay !== undefined || (connection.gap?.seq ?? -1) > turn.seq) return;
    report('silent', { evidence: [turn] });
  },
});

/** Refusals of the request itself: nothing was begun. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  AUTH_REQUIRED,
  NOT_FOUND,
  REQUEST_CANCELLED,
]);

/** As refusals that have a code of their own, from agents that do not use it. */
const UNKNOWN_SESSION = /session\b.*\bnot found|(?:unknown|no such|invalid) session/i;

export const promptError = defineRule({
  id: 'turn/prompt-error',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A prompt that fails is answered by an error, which is worth a look.',
  explanation:
    'An error is the right way to say that a turn failed (there is no stop reason for it in v1); this only shows that it ' +
    'did, and what the agent says. Not reported: refusals of the request itself (authentication, unknown session, ' +
    'invalid params), -32800 for a cancelled request, and what another rule reports about the same answer.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: { error: 'the prompt failed with error {code} ({text})' },
  on: ['response:session/prompt'],
  inspect({ step, report, hasReported }) {
    const { sender, session, exchange, error } = step;
    if (sender !== 'agent' || exchange === undefined || error === undefined || REFUSALS.has(error.code)) return;
    if (mentions(error, UNKNOWN_SESSION)) return;
    if (exchange.faults.length > 0 || ['cancel', 'session', 'auth', 'capability'].some(hasReported)) return;
    // v2 has rules of its own for prompts that were inserted or cancelled
    const prompt = session?.prompts.find(({ key }) => key === exchange.key);
    if (step.version === 2 && (prompt?.echo !== undefined || prompt?.cancelled !== undefined)) return;
    const data = { code: error.code ?? 'without code', text: quoted(error.message) };
    report('error', { data, evidence: [exchange] });
  },
});
