import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { reasonOf, TurntableError } from '../errors.js';
import type { FixtureHeader } from '../fixture/format.js';
import { CaptureParser } from '../fixture/jsonl-capture.js';
import { FixtureParser } from '../fixture/parse.js';
import { ImportWriter } from '../store/import-writer.js';
import { databasePath } from '../store/locate.js';
import { openDatabase } from '../store/open-database.js';
import { recordingNumbered } from '../store/recordings.js';
import { LineSplitter } from '../wire/line-splitter.js';
import { describeRecording } from './describe-recording.js';
import type { CliIo } from './io.js';
import { COMMAND_BUSY_MS, type DatabaseOption } from './open.js';
import { recordingJson } from './recording-json.js';

export interface ImportOptions extends DatabaseOption {
  readonly name?: string;
  readonly json?: boolean;
}

const READ_BYTES = 1024 * 1024;
/** No line of a file that is imported may be longer: it has to be held whole. */
const LONGEST_LINE_BYTES = 512 * 1024 * 1024;

/** `turntable import`: fixtures and JSONL captures as recordings. All of a file or nothing of it. */
export async function importFiles(files: readonly string[], options: ImportOptions, io: CliIo): Promise<number> {
  const db = openDatabase(databasePath(options.db, io.env), { create: true, busyMs: COMMAND_BUSY_MS });
  try {
    for (const file of files) {
      const recordings = importFile(db, file, options.name).map((number) => recordingNumbered(db, number));
      for (const recording of recordings) {
        if (recording === undefined) continue;
        const text = options.json ? JSON.stringify(recordingJson(recording)) : describeRecording(recording);
        await io.printLine(text);
      }
    }
    return 0;
  } finally {
    db.close();
  }
}

/** Returns the numbers of the recordings made: one, or one for each agent process of a capture. */
function importFile(db: Database, file: string, name: string | undefined): number[] {
  return db
    .transaction(() => {
      const importer = new FileImporter(db, file, name);
      for (const line of linesOf(file)) importer.line(line);
      return importer.end();
    })
    .immediate();
}

/** Reads one file of either format into recordings. */
class FileImporter {
  readonly #db: Database;
  readonly #file: string;
  readonly #name: string | undefined;
  readonly #headers: FixtureHeader[] = [];
  readonly #numbers: number[] = [];
  #parser: FixtureParser | CaptureParser | undefined;
  #writer: ImportWriter | undefined;

  constructor(db: Database, file: string, name: string | undefined) {
    this.#db = db;
    this.#file = file;
    this.#name = name;
  }

  line(bytes: Uint8Array): void {
    // a capture is JSON from its first byte on; all else should be a fixture, and its parser says so
    this.#parser ??= bytes[0] === 0x7b ? new CaptureParser(this.#file) : new FixtureParser(this.#file);
    const item = this.#parser.line(bytes);
    if (item === undefined || item.type === 'expectation') return;
    if (item.type === 'header') {
      this.#addHeader(item.header);
      return;
    }
    this.#writer ??= this.#begin();
    this.#writer.add(item);
    if (this.#parser instanceof CaptureParser && item.type === 'event') this.#endRecording();
  }

  end(): number[] {
    if (this.#parser === undefined) new FixtureParser(this.#file).end();
    if (this.#parser instanceof FixtureParser) this.#writer ??= this.#begin();
    this.#endRecording();
    return this.#numbers;
  }

  #addHeader(header: FixtureHeader): void {
    if (header[0] === 'include') {
      throw new TurntableError(
        'FIXTURE_INVALID',
        `${this.#file}: it includes ${header[1]}, and an import takes whole files only`,
      );
    }
    this.#headers.push(header);
  }

  #begin(): ImportWriter {
    const isFixture = this.#parser instanceof FixtureParser;
    const title = this.#headers.find(([name]) => name === 'title')?.[1];
    return new ImportWriter(this.#db, {
      name: this.#name ?? title ?? nameOfFile(this.#file),
      headers: isFixture ? this.#headers : undefined,
      nowMs: Date.now(),
    });
  }

  #endRecording(): void {
    if (this.#writer === undefined) return;
    this.#writer.end();
    this.#numbers.push(this.#writer.number);
    this.#writer = undefined;
  }
}

/** `gemini-cli/08-cancel` for `.../gemini-cli/08-cancel.jsonl`: files of a collection are told apart by their folder. */
function nameOfFile(file: string): string {
  const folder = basename(dirname(file));
  const stem = basename(file).replace(/\.[^.]+$/, '');
  return folder === '' || folder === '.' ? stem : `${folder}/${stem}`;
}

function* linesOf(file: string): Generator<Uint8Array> {
  const fd = openOrExplain(file);
  const limits = { wholeBytes: LONGEST_LINE_BYTES, partBytes: LONGEST_LINE_BYTES };
  let lines: Uint8Array[] = [];
  const splitter = new LineSplitter(
    {
      line: ({ bytes }) => void lines.push(bytes),
      part: () => {
        throw new TurntableError('FILE_UNREADABLE', `${file} has a line of more than ${LONGEST_LINE_BYTES} bytes`);
      },
    },
    { limits },
  );
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
      const read = readSync(fd, buffer);
      if (read === 0) break;
      splitter.push(buffer.subarray(0, read), 0);
      yield* lines;
      lines = [];
    }
    splitter.end();
    yield* lines;
  } catch (thrown) {
    throw thrown instanceof TurntableError ? thrown : unreadable(file, thrown);
  } finally {
    closeSync(fd);
  }
}

function openOrExplain(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
}

function unreadable(file: string, thrown: unknown): TurntableError {
  return new TurntableError('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(thrown)}`, { cause: thrown });
}
