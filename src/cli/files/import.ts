import type { Database } from '../../store/schema/sqlite.js';
import { ImportWriter, importWhole } from '../../store/journal/import-writer.js';
import { databasePath } from '../../store/schema/locate.js';
import { openDatabase } from '../../store/schema/open-database.js';
import { recordingNumbered } from '../../store/query/recordings.js';
import { printedJson } from '../../report/printed-json.js';
import { conversationItems, nameOfFile } from '../../tasks/conversations/conversation-file.js';
import { foreignReader } from '../../tasks/conversations/foreign-file.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import type { CliIo } from '../program/io.js';
import { COMMAND_BUSY_MS, type DatabaseOption } from '../../tasks/recordings/open-up-to-date.js';
import { recordingJson } from '../../tasks/recordings/recording-json.js';

export interface ImportOptions extends DatabaseOption {
  readonly name?: string;
  readonly json?: boolean;
}

/** `turntable import`: fixtures and captures of other programs as recordings. All of a file or nothing of it. */
export async function importFiles(files: readonly string[], options: ImportOptions, io: CliIo): Promise<number> {
  const db = openDatabase(databasePath(options.db, io.env), { create: true, busyMs: COMMAND_BUSY_MS });
  try {
    for (const file of files) {
      const numbers = importWhole(db, () => importFile(db, file, options.name, io.stdin));
      for (const recording of numbers.map((number) => recordingNumbered(db, number))) {
        if (recording === undefined) continue;
        const text = options.json ? printedJson(recordingJson(recording)) : describeRecording(recording);
        await io.printLine(text);
      }
    }
    return 0;
  } finally {
    db.close();
  }
}

/** Returns the numbers of the recordings made: one, or one for each agent process of a capture. */
function importFile(db: Database, file: string, name: string | undefined, stdin: number): number[] {
  const numbers: number[] = [];
  let writer: ImportWriter | undefined;
  for (const item of conversationItems(file, { foreign: foreignReader, stdin })) {
    if (item.type === 'begin') {
      const { format, headers } = item;
      const title = headers.find(([header]) => header === 'title')?.[1];
      writer = new ImportWriter(db, {
        name: name ?? title ?? nameOfFile(file),
        headers: format === 'capture' ? undefined : headers,
        nowMs: Date.now(),
      });
    } else if (item.type === 'end') {
      writer?.end();
      if (writer !== undefined) numbers.push(writer.number);
    } else writer?.add(item.entry);
  }
  return numbers;
}
