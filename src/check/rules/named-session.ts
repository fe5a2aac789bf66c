import { objectOf, textOf } from '../../model/json-access.js';
import type { Step } from '../../model/state/step.js';

/** The session of a message, even if this message creates it. */
export function sessionIdOf({ sessionId, result }: Step): string {
  return sessionId ?? textOf(objectOf(result)?.['sessionId']) ?? '';
}
