import { objectOf, textOf } from '../../model/json-access.js';
import type { Step } from '../../model/state/step.js';

/** The session that a message is about, also where it is only made by it. */
export function sessionIdOf({ sessionId, result }: Step): string {
  return sessionId ?? textOf(objectOf(result)?.['sessionId']) ?? '';
}
