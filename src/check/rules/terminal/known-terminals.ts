import type { Connection } from '../../../model/state/connection.js';
import { mayHaveForgottenTerminals } from '../../../model/tools/terminals.js';

export const USES = [
  'request:terminal/output',
  'request:terminal/wait_for_exit',
  'request:terminal/kill',
  'request:terminal/release',
] as const;

/** Whether the recording holds every terminal/create of the connection. */
export function knowsTerminals(connection: Connection): boolean {
  return connection.fromStart && connection.gap === undefined && !mayHaveForgottenTerminals(connection);
}
