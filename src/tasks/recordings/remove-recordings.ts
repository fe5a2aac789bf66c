import type { Recording } from '../../store/query/recordings.js';
import { giveSpaceBack, removeRecording } from '../../store/query/remove.js';
import type { Database } from '../../store/schema/sqlite.js';

/**
 * Removes recordings one by one, yields each after its removal, and at the end gives the space back to the file system.
 *
 * @param force whether to remove live ones too
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
