import type { JsonObject } from '../../wire/json-text.js';
import { textOf } from '../json-access.js';

/**
 * The session that params or a result name. `session_id` counts too: the misspelling is one fault, reported where it
 * is, and must not cause another one for each message of the session.
 */
export function sessionIdIn(named: JsonObject | undefined): string | undefined {
  return textOf(named?.['sessionId']) ?? textOf(named?.['session_id']);
}
