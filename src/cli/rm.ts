import { findRecording } from '../store/recordings.js';
import { giveSpaceBack, removeRecording } from '../store/remove.js';
import { describeRecording } from './describe-recording.js';
import type { CliIo } from './io.js';
import { openUpToDate, type DatabaseOption } from './open.js';

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
    for (const recording of recordings) {
      removeRecording(db, recording, { force });
      await io.printLine(`removed ${describeRecording(recording)}`);
    }
    giveSpaceBack(db);
    return 0;
  } finally {
    db.close();
  }
}
