import { objectOf } from '../../model/json-access.js';
import { sessionIdIn } from '../../model/sessions/session-id.js';
import type { Step } from '../../model/state/step.js';

/** The session of a message, even if this message creates it. */
export function sessionIdOf({ sessionId, result }: Step): string {
  return sessionId ?? sessionIdIn(objectOf(result)) ?? '';
}
