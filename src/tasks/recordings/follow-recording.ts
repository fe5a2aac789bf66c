import { setTimeout as sleep } from 'node:timers/promises';
import { recordingNumbered, type Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import type { Surroundings } from '../surroundings.js';
import { bringIn } from './open-up-to-date.js';

/** Between two looks at a journal that no other process brings in, in ms. */
const BRING_IN_MS = 200;

export interface FollowOptions {
  /** Between two looks at the database, in ms. */
  readonly lookMs: number;
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
  { lookMs, io }: FollowOptions,
): AsyncGenerator<Recording> {
  let nextBringIn = 0;
  for (let current = recording; ; current = recordingNumbered(db, recording.number) ?? { ...current, state: 'ended' }) {
    yield current;
    if (current.state !== 'live') return;
    await sleep(lookMs);
    if (io === undefined || Date.now() < nextBringIn) continue;
    bringIn(io, db);
    nextBringIn = Date.now() + BRING_IN_MS;
  }
}
