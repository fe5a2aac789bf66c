import { findRecording } from '../../store/query/recordings.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { removeAll } from '../../tasks/recordings/remove-recordings.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { openUpToDate } from '../../tasks/recordings/open-up-to-date.js';

export interface RmOptions extends DatabaseOption {
  readonly force?: boolean;
}

/** `turntable rm`: removes recordings. All names are looked up before anything is removed. */
export async function rm(
  names: readonly string[],
  { force = false, ...options }: RmOptions,
  io: CliIo,
): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    const recordings = names.map((named) => findRecording(db, named));
    for (const recording of removeAll(db, recordings, { force })) {
      await io.printLine(`removed ${describeRecording(recording)}`);
    }
    return 0;
  } finally {
    db.close();
  }
}
