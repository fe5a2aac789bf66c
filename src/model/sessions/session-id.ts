import type { JsonObject } from '../../wire/json-text.js';
import { textOf } from '../json-access.js';

/**
 * The session that params or a result name. One that is spelled session_id is meant as well: that is one fault, reported
 * where it stands, and not as many more as the session then has messages.
 */
export function sessionIdIn(named: JsonObject | undefined): string | undefined {
  return textOf(named?.['sessionId']) ?? textOf(named?.['session_id']);
}
