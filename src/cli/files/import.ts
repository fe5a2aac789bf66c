import { printedJson } from '../../report/printed-json.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { importFile } from '../../tasks/recordings/import-file.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { openAlone } from '../../tasks/recordings/open-up-to-date.js';
import { recordingJson } from '../../tasks/recordings/recording-json.js';
import type { CliIo } from '../program/io.js';

export interface ImportOptions extends DatabaseOption {
  readonly name?: string;
  readonly json?: boolean;
}

/** `turntable import`: fixtures and captures of other programs as recordings. All of a file or nothing of it. */
export async function importFiles(files: readonly string[], options: ImportOptions, io: CliIo): Promise<number> {
  const db = openAlone(io, options);
  try {
    for (const file of files) {
      for (const recording of importFile(db, file, options.name, io)) {
        const text = options.json ? printedJson(recordingJson(recording)) : describeRecording(recording);
        await io.printLine(text);
      }
    }
    return 0;
  } finally {
    db.close();
  }
}
