import { endOf, filesBytes, noteRemoval, notePolicy, type PolicyReason } from '../../store/query/removals.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import { finishRemovals, interruptedRemovals, removeRecording } from '../../store/query/remove.js';
import type { Database } from '../../store/schema/sqlite.js';

/** What may stay. It comes from a command line, never from a journal. */
export interface KeepPolicy {
  /** What ended more days ago goes. */
  readonly days?: number | undefined;
  /** The oldest go until the files of the database take at most this, in bytes. */
  readonly bytes?: number | undefined;
}

const DAY_US = 24 * 3600 * 1e6;

/**
 * Removes what a policy lets go, the oldest first, and notes each for whoever looks at the list next. Live recordings, those
 * that are marked to be kept, and the latest one stay.
 */
export function applyPolicy(db: Database, policy: KeepPolicy, latest: string): void {
  notePolicy(db, policy);
  finishRemovals(db);
  const { days, bytes } = policy;
  for (const recording of mayGo(db, latest)) {
    if (days !== undefined && endOf(recording) < Date.now() * 1000 - days * DAY_US) remove(db, recording, 'days');
    // while another process removes something nobody knows how much there will be
    else if (bytes !== undefined && filesBytes(db) > bytes && interruptedRemovals(db).length === 0) {
      remove(db, recording, 'size');
    }
  }
}

/** The oldest first. */
function mayGo(db: Database, latest: string): Recording[] {
  return listRecordings(db)
    .filter(({ id, state, isKept }) => state !== 'live' && !isKept && id !== latest)
    .reverse();
}

/** Noted first: what is removed and not noted would be gone without a word. */
function remove(db: Database, recording: Recording, reason: PolicyReason): void {
  noteRemoval(db, recording, reason);
  removeRecording(db, recording);
}
