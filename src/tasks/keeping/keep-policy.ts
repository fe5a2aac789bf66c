import { endOf, filesBytes, noteRemoval, notePolicy, type PolicyReason } from '../../store/query/removals.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import { finishRemovals, interruptedRemovals, removeRecording } from '../../store/query/remove.js';
import type { Database } from '../../store/schema/sqlite.js';

/** Limits for recordings. They come from a command line, never from a journal. */
export interface KeepPolicy {
  /** Recordings that ended more days ago are removed. */
  readonly days?: number | undefined;
  /** The oldest are removed until the files of the database take at most this, in bytes. */
  readonly bytes?: number | undefined;
}

const DAY_US = 24 * 3600 * 1e6;

/**
 * Removes recordings as a policy says, the oldest first, and notes each removal for the next `list`. Live recordings, those marked to keep,
 * and the latest one stay.
 */
export function applyPolicy(db: Database, policy: KeepPolicy, latest: string): void {
  notePolicy(db, policy);
  finishRemovals(db);
  const { days, bytes } = policy;
  for (const recording of mayGo(db, latest)) {
    if (days !== undefined && endOf(recording) < Date.now() * 1000 - days * DAY_US) remove(db, recording, 'days');
    // while another process removes recordings, the final size is not known
    else if (bytes !== undefined && filesBytes(db) > bytes && interruptedRemovals(db).length === 0) {
      remove(db, recording, 'size');
    }
  }
}

/** The recordings that may be removed, the oldest first. */
function mayGo(db: Database, latest: string): Recording[] {
  return listRecordings(db)
    .filter(({ id, state, isKept }) => state !== 'live' && !isKept && id !== latest)
    .reverse();
}

/** Notes a removal before it happens, so that no recording disappears silently. */
function remove(db: Database, recording: Recording, reason: PolicyReason): void {
  noteRemoval(db, recording, reason);
  removeRecording(db, recording);
}
