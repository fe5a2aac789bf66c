import {
  AUTH_REQUIRED,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NOT_FOUND,
  PARSE_ERROR,
  REQUEST_CANCELLED,
} from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

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
  inspect({ step, faultsOf, report, hasReported }) {
    const { sender, session, exchange, error } = step;
    if (sender !== 'agent' || exchange === undefined || error === undefined || REFUSALS.has(error.code)) return;
    if (mentions(error, UNKNOWN_SESSION)) return;
    if (faultsOf(exchange).length > 0 || ['cancel', 'session', 'auth', 'capability'].some(hasReported)) return;
    // v2 has rules of its own for prompts that were inserted or cancelled
    const prompt = session?.prompts.find(({ key }) => key === exchange.key);
    if (step.version === 2 && (prompt?.echo !== undefined || prompt?.cancelled !== undefined)) return;
    const data = { code: error.code ?? 'without code', text: quoted(error.message) };
    report('error', { data, evidence: [exchange] });
  },
});
