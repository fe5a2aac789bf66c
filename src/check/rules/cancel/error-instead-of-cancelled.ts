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

/** The request itself was refused: there was nothing to abort. */
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
  summary: 'Aborting a turn does not end in an error response to the prompt.',
  explanation:
    'Libraries throw when they are aborted. An agent that lets that through makes clients show an error for what the ' +
    'user asked for. Catch it and answer with stop reason "cancelled". An error -32800 is right only where the client ' +
    'cancelled the request itself with $/cancel_request. Not reported: refusals of the prompt that name another cause ' +
    '(authentication, unknown session, invalid params); a warning where the error may have been sent before the cancel ' +
    'was read.',
  spec: 'v1/prompt-turn#cancellation',
  messages: {
    error: 'the prompt was cancelled and then answered with error {code} ({text}) instead of stopReason "cancelled"',
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
