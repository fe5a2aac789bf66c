import { fixtureLines } from '../store/export-fixture.js';
import { findRecording } from '../store/recordings.js';
import type { CliIo } from './io.js';
import { openUpToDate, type DatabaseOption } from './open.js';
import { writeLines } from './output-file.js';

export interface ExportOptions extends DatabaseOption {
  /** The file to write; stdout without it. */
  readonly output?: string;
  /** False with `--no-redact`. */
  readonly redact: boolean;
}

/** `turntable export`: a recording as a fixture. */
export async function exportRecording(named: string, options: ExportOptions, io: CliIo): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    const lines = fixtureLines(db, findRecording(db, named));
    if (options.output === undefined) for (const line of lines) await io.print(line);
    else writeLines(options.output, lines);
    if (options.redact) {
      io.say(
        'turntable: nothing was redacted: look for secrets before you share this (--no-redact silences this line)',
      );
    }
    return 0;
  } finally {
    db.close();
  }
}
