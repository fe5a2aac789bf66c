import type { Waiting, WhyWaitingOptions } from './types.js';

/**
 * Says who waits for whom in a recording or a file, as `turntable why` does: of a live recording now, of others at their
 * end. For tests that time out, if the agent was recorded by a process of its own.
 *
 * @example
 * console.error((await whyWaiting('@last', { db: 'acp.db' })).text);
 *
 * @param source a recording or the path of a file, as on the command line
 * @throws {TurntableError} `RECORDING_NOT_FOUND`, `RECORDING_AMBIGUOUS`, `DATABASE_MISSING`; of files `FILE_UNREADABLE`,
 *   `FIXTURE_INVALID`, `CAPTURE_INVALID`
 */
export async function whyWaiting(source = '@last', options: WhyWaitingOptions = {}): Promise<Waiting> {
  // reading recordings is much, and most tests only replay
  const { waitingIn } = await import('./waiting-in.js');
  return waitingIn(source, options);
}
