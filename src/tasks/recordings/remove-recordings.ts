import type { Recording } from '../../store/query/recordings.js';
import { giveSpaceBack, removeRecording } from '../../store/query/remove.js';
import type { Database } from '../../store/schema/sqlite.js';

/**
 * Removes recordings one by one, gives each when it is gone, and in the end the space back to the file system.
 *
 * @param force also live ones
 * @throws {TurntableError} what {@link removeRecording} throws
 */
export function* removeAll(
  db: Database,
  recordings: readonly Recording[],
  options: { readonly force?: boolean } = {},
): Generator<Recording> {
  for (const recording of recordings) {
    removeRecording(db, recording, options);
    yield recording;
  }
  giveSpaceBack(db);
}
