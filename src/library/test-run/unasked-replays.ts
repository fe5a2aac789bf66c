import { TurntableError } from '../../errors.js';
import type { ReplayDivergedError } from '../replay-diverged-error.js';

/** A replay that a test has started. */
interface Replay {
  /** Ends it. @returns what is wrong with it, if the test was not told */
  leftover(): Promise<ReplayDivergedError | undefined>;
}

/** Those whose `finished()` nobody has called, with the place in the test that started them. */
const unasked = new Map<Replay, string | undefined>();

export function noteReplay(replay: Replay, startedAt: string | undefined): void {
  unasked.set(replay, startedAt);
}

export function noteAsked(replay: Replay): void {
  unasked.delete(replay);
}

/**
 * Fails if a replay that was started since the last call diverged, or was not used to its end, and no test called its `finished()`.
 * It ends those that still run. For the end of each test; `acp-turntable/vitest`, `/jest`, `/mocha` and `/node-test` call it there.
 *
 * @throws {TurntableError} `REPLAY_UNFINISHED`
 */
export async function assertAllFinished(): Promise<void> {
  const replays = [...unasked];
  unasked.clear();
  const found: string[] = [];
  for (const [replay, startedAt] of replays) {
    const error = await replay.leftover();
    if (error !== undefined) found.push(`${error.message}\n  started at ${startedAt ?? 'an unknown place'}`);
  }
  const [first, ...others] = found;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `\n  and ${others.length} more replays`;
  throw new TurntableError('REPLAY_UNFINISHED', `no test asked for the result of this replay: ${first}${more}`, {
    hint: 'Call finished() when the client has done its part.',
  });
}
