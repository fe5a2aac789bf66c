import { ASKS_USER, OPENS_SESSION } from '../../acp/methods/method-groups.js';
import { CANCEL_REQUEST } from './recorded.js';
import type { ClientMessage } from './script.js';

/** Messages that a client sends when a person decides to, at any time. */
const DECIDED_BY_USER: ReadonlySet<string> = new Set([
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
  'session/list',
  'session/load',
  'session/resume',
  'session/fork',
  'session/close',
  'session/delete',
  'authenticate',
  'logout',
  'auth/login',
  'auth/logout',
  'tool_call/cancel',
  CANCEL_REQUEST,
]);

/**
 * Whether a person decides when a message of the client comes: the next prompt, the answer to a permission, the choice of a session.
 *
 * @param hasSession whether a session was opened: most clients open the first one by themselves
 */
export function isUsersPart({ kind, method }: ClientMessage, hasSession: boolean): boolean {
  if (method === undefined) return false;
  if (kind === 'response') return ASKS_USER.has(method);
  return DECIDED_BY_USER.has(method) || (hasSession && OPENS_SESSION.has(method));
}
