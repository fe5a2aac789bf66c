import { findRecording } from '../../store/query/recordings.js';
import { markKept } from '../../store/query/removals.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { openUpToDate } from '../../tasks/recordings/open-up-to-date.js';
import type { CliIo } from '../program/io.js';

export interface KeepOptions extends DatabaseOption {
  /** Take the mark away. */
  readonly off?: boolean;
}

/** `turntable keep`: marks recordings that neither limits nor prune may remove. All names are looked up first. */
export async function keep(
  names: readonly string[],
  { off = false, ...options }: KeepOptions,
  io: CliIo,
): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    for (const recording of names.map((named) => findRecording(db, named))) {
      markKept(db, recording, !off);
      await io.printLine(`${off ? 'no longer kept' : 'kept'}: ${describeRecording(recording)}`);
    }
    return 0;
  } finally {
    db.close();
  }
}
