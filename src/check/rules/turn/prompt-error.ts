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

/** Codes that refuse the request itself, so no work began. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  AUTH_REQUIRED,
  NOT_FOUND,
  REQUEST_CANCELLED,
]);

/** Words of a refusal from agents that do not use the code for it. */
const UNKNOWN_SESSION = /session\b.*\bnot found|(?:unknown|no such|invalid) session/i;

export const promptError = defineRule({
  id: 'turn/prompt-error',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A prompt should not fail.',
  explanation:
    'An error is the right way to say that a turn failed; v1 has no stop reason for it. This only points out that ' +
    'the turn failed, and what the agent said about it.\n\n' +
    'Not reported: errors that refuse the prompt itself (authentication, unknown session, invalid params); -32800 ' +
    'for a cancelled request; errors that another rule reports.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: { error: 'the prompt failed with error {code} ({text})' },
  on: ['response:session/prompt'],
  inspect({ step, faultsOf, report, hasReported }) {
    const { sender, session, exchange, error } = step;
    if (sender !== 'agent' || exchange === undefined || error === undefined || REFUSALS.has(error.code)) return;
    if (mentions(error, UNKNOWN_SESSION)) return;
    if (faultsOf(exchange).length > 0 || ['cancel', 'session', 'auth', 'capability'].some(hasReported)) return;
    // in v2, prompts that were inserted or cancelled have rules of their own
    const prompt = session?.prompts.find(({ key }) => key === exchange.key);
    if (step.version === 2 && (prompt?.echo !== undefined || prompt?.cancelled !== undefined)) return;
    const data = { code: error.code ?? 'without code', text: quoted(error.message) };
    report('error', { data, evidence: [exchange] });
  },
});
