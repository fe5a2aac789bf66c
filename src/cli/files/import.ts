import { existsSync } from 'node:fs';
import { printedJson } from '../../report/printed-json.js';
import type { Database } from '../../store/schema/sqlite.js';
import { databaseFor, type DatabaseOption } from '../../tasks/recordings/database-for.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { importFile, importSource } from '../../tasks/recordings/import-file.js';
import { openAlone } from '../../tasks/recordings/open-up-to-date.js';
import { recordingJson } from '../../tasks/recordings/recording-json.js';
import { forEach } from '../program/failure.js';
import type { CliIo } from '../program/io.js';

export interface ImportOptions extends DatabaseOption {
  readonly name?: string;
  readonly json?: boolean;
}

/** `turntable import`: brings in fixtures and captures of other programs as recordings, each file completely or not at all. */
export async function importFiles(files: readonly string[], options: ImportOptions, io: CliIo): Promise<number> {
  const isThere = existsSync(databaseFor(io, options));
  let db: Database | undefined;
  const importOne = async (file: string): Promise<void> => {
    // no database is made for a file that is refused
    const source = importSource(file, !isThere && db === undefined, io);
    db ??= openAlone(io, options);
    for (const recording of importFile(db, source, options.name)) {
      await io.printLine(options.json ? printedJson(recordingJson(recording)) : describeRecording(recording));
    }
  };
  try {
    return await forEach(files, importOne, io);
  } finally {
    db?.close();
  }
}
