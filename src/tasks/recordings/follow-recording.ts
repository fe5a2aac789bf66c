import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeWatch } from '../../store/query/change-watch.js';
import { recordingNumbered, type Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import type { Surroundings } from '../surroundings.js';
import { bringIn } from './open-up-to-date.js';
import { untilChanged } from './until-written.js';

/** Between two looks at a journal that no other process brings in, in ms. */
const BRING_IN_MS = 200;

export interface FollowOptions {
  /** The longest time between two looks at the database, in ms; a write to it ends the wait. */
  readonly lookMs: number;
  /** The shortest, in ms, for whoever has much to do at each look. */
  readonly restMs?: number;
  /** Receives messages about journals that are brought in meanwhile; without it, none are. */
  readonly io?: Pick<Surroundings, 'say' | 'progress'>;
}

/**
 * Yields a recording at once, and again from time to time until it has ended or was removed. The state is read before the entries, so when
 * it is no longer live, all its entries are there.
 */
export async function* followRecording(
  db: Database,
  recording: Recording,
  { lookMs, restMs = 0, io }: FollowOptions,
): AsyncGenerator<Recording> {
  let nextBringIn = 0;
  let current = recording;
  const watch = new ChangeWatch(db);
  for (;;) {
    yield current;
    if (current.state !== 'live') return;
    if (restMs > 0) await sleep(restMs);
    await untilChanged(db, watch, { mostMs: lookMs - restMs });
    if (io !== undefined && Date.now() >= nextBringIn) {
      bringIn(io, db, { isFollowed: true });
      nextBringIn = Date.now() + BRING_IN_MS;
    }
    current = recordingNumbered(db, recording.number) ?? { ...current, state: 'ended' };
  }
}
