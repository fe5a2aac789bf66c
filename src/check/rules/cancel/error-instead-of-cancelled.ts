import {
  AUTH_REQUIRED,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  NOT_FOUND,
  REQUEST_CANCELLED,
} from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

/** Codes that refuse the request itself, so there was nothing to abort. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  NOT_FOUND,
]);

const ABORT = /abort|cancel|interrupt/i;

const AUTH = /auth|log ?in|sign ?in/i;

export const errorInsteadOfCancelled = defineRule({
  id: 'cancel/error-instead-of-cancelled',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A cancelled prompt must not be answered with an error.',
  explanation:
    'Libraries throw when they are aborted. If the agent lets that error through, the client shows a failure for ' +
    'something the user asked for. Catch it, and answer with stopReason "cancelled". Error -32800 is right only if ' +
    'the client cancelled the prompt request itself with $/cancel_request.\n\n' +
    'Only a warning if the agent may have sent the error before it read the cancel. Not reported: errors that ' +
    'refuse the prompt for another reason (authentication, unknown session, invalid params).',
  spec: 'v1/prompt-turn#cancellation',
  messages: {
    error:
      'the prompt was cancelled, but answered with error {code} ({text}); the answer must be stopReason "cancelled"',
  },
  on: ['turn-end'],
  inspect({ turnEnd, step, report }) {
    const { turn, exchange } = turnEnd;
    const { error } = step;
    if (turn.cancel === undefined || error === undefined) return;
    const { code } = error;
    if (code === REQUEST_CANCELLED && exchange?.cancelRequested !== undefined) return;
    const isRefusal = REFUSALS.has(code) || (code === AUTH_REQUIRED && mentions(error, AUTH));
    if (isRefusal && !mentions(error, ABORT)) return;
    report('error', { data: { code: code ?? 'without code', text: quoted(error.message) }, after: turn.cancel });
  },
});
