import { findRecording } from '../../store/query/recordings.js';
import { printedJson } from '../../report/printed-json.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { recordingJson } from '../../tasks/recordings/recording-json.js';
import { removeAll } from '../../tasks/recordings/remove-recordings.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { openUpToDate } from '../../tasks/recordings/open-up-to-date.js';

export interface RmOptions extends DatabaseOption {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `turntable rm`: removes recordings. All names are looked up before anything is removed. */
export async function rm(
  names: readonly string[],
  { force = false, json = false, ...options }: RmOptions,
  io: CliIo,
): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    const recordings = names.map((named) => findRecording(db, named));
    for (const recording of removeAll(db, recordings, { force })) {
      if (!json) await io.printLine(`removed ${describeRecording(recording)}`);
    }
    if (json)
      await io.print(
        `${printedJson(
          recordings.map((recording) => recordingJson(recording)),
          2,
        )}\n`,
      );
    return 0;
  } finally {
    db.close();
  }
}
