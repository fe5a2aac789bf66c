import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { reasonOf, TurntableError } from '../errors.js';
import type { FixtureEntry, FixtureHeader } from '../fixture/format.js';
import { CaptureParser } from '../fixture/jsonl-capture.js';
import { FixtureReader } from '../fixture/read-fixture.js';
import { LineSplitter } from '../wire/line-splitter.js';

/** Small: what a line pins of the file is no more than this, and goes with the young objects. */
const READ_BYTES = 64 * 1024;
/** No line of a file may be longer: it has to be held whole. */
const LONGEST_LINE_BYTES = 512 * 1024 * 1024;
const OPENING_BRACE = 0x7b;

/** What a file of conversations holds, in order. A capture may hold several; each has its end. */
export type ConversationItem =
  | { readonly type: 'begin'; readonly format: 'fixture' | 'capture'; readonly headers: readonly FixtureHeader[] }
  | FixtureEntry
  | { readonly type: 'end' };

/** Standard input, as a file. */
export const STDIN = '-';

/**
 * Reads a fixture or a JSONL capture, an item at a time.
 *
 * @param file its path, or `-` for standard input
 * @throws {TurntableError} `FILE_UNREADABLE`, `FIXTURE_INVALID`, `CAPTURE_INVALID`, with file and line
 */
export function* conversationItems(file: string): Generator<ConversationItem> {
  const reader = new ConversationFileReader(file);
  for (const line of linesOf(file)) {
    reader.line(line);
    yield* reader.take();
  }
  reader.end();
  yield* reader.take();
}

class ConversationFileReader {
  readonly #file: string;
  readonly #headers: FixtureHeader[] = [];
  #reader: FixtureReader | CaptureParser | undefined;
  #ready: ConversationItem[] = [];
  #hasBegun = false;

  constructor(file: string) {
    this.#file = file === STDIN ? 'standard input' : file;
  }

  line(bytes: Uint8Array): void {
    // a capture is JSON from its first byte on; all else should be a fixture, and its reader says so
    this.#reader ??= bytes[0] === OPENING_BRACE ? new CaptureParser(this.#file) : this.#newFixtureReader();
    if (this.#reader instanceof FixtureReader) {
      this.#reader.line(bytes);
      return;
    }
    const entry = this.#reader.line(bytes);
    if (entry === undefined) return;
    this.#add(entry, 'capture');
    if (entry.type === 'event') this.#end();
  }

  end(): void {
    this.#reader ??= this.#newFixtureReader();
    if (this.#reader instanceof FixtureReader) {
      this.#reader.end();
      this.#begin('fixture');
    }
    this.#end();
  }

  /** What became ready. */
  take(): readonly ConversationItem[] {
    if (this.#ready.length === 0) return this.#ready;
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #newFixtureReader(): FixtureReader {
    const read = (included: string): Uint8Array => {
      try {
        return readFileSync(included);
      } catch (thrown) {
        throw unreadable(included, thrown);
      }
    };
    return new FixtureReader(this.#file.replaceAll(sep, '/'), read, (item) => {
      if (item.type === 'header') this.#headers.push(item.header);
      else if (item.type !== 'expectation') this.#add(item, 'fixture');
    });
  }

  #add(entry: FixtureEntry, format: 'fixture' | 'capture'): void {
    this.#begin(format);
    this.#ready.push(entry);
  }

  #begin(format: 'fixture' | 'capture'): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#ready.push({ type: 'begin', format, headers: this.#headers });
  }

  #end(): void {
    if (!this.#hasBegun) return;
    this.#hasBegun = false;
    this.#ready.push({ type: 'end' });
  }
}

/** `gemini-cli/08-cancel` for `.../gemini-cli/08-cancel.jsonl`: files of a collection are told apart by their folder. */
export function nameOfFile(file: string): string {
  const folder = basename(dirname(file));
  const stem = basename(file).replace(/\.[^.]+$/, '');
  return folder === '' || folder === '.' ? stem : `${folder}/${stem}`;
}

function* linesOf(file: string): Generator<Uint8Array> {
  const fd = file === STDIN ? 0 : openOrExplain(file);
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
    if (file !== STDIN) closeSync(fd);
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
