import { closeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { TurntableError } from '../../errors.js';
import { openInput, readOrWait, unreadable } from '../../input-file.js';
import { withoutMark } from '../../fixture/format/file-lines.js';
import { FIRST_LINE, type FixtureEntry, type FixtureHeader } from '../../fixture/format/format.js';
import type { ForeignReader } from '../../fixture/foreign/foreign-capture.js';
import { CaptureParser } from '../../fixture/foreign/jsonl-capture.js';
import { FixtureReader, type Place } from '../../fixture/format/read-fixture.js';
import { LineSplitter } from '../../wire/line-splitter.js';
import { fixtureFileReader, isFixture } from './fixture-file.js';

/** How much is read at a time. Small, so that a line keeps at most this much of the file in memory, among short-lived objects. */
const READ_BYTES = 64 * 1024;
/** The longest line of a file: it has to be held whole. */
const LONGEST_LINE_BYTES = 512 * 1024 * 1024;
const OPENING_BRACE = 0x7b;

/** The format of a file of conversations. `foreign`: a file of another program that holds more than a capture. */
type ConversationFormat = 'fixture' | 'capture' | 'foreign' | 'journal';

/** The content of a file of conversations, in order. A capture may hold several; each has an `end`. */
export type ConversationItem =
  | { readonly type: 'begin'; readonly format: ConversationFormat; readonly headers: readonly FixtureHeader[] }
  | { readonly type: 'entry'; readonly entry: FixtureEntry; readonly place: Place }
  | { readonly type: 'end' };

/** Finds the reader of a file of another program by its first line; undefined if it is not one. */
export type FindForeignReader = (file: string, firstLine: Uint8Array) => ForeignReader | undefined;

/** Reads a journal; undefined if the file is not a journal. It reports what could not be read. */
export type FindJournalReader = (file: string, say?: (text: string) => void) => Generator<ConversationItem> | undefined;

/** The name that stands for standard input. */
export const STDIN = '-';
const STDIN_FD = 0;

export interface FileReading {
  /** Finds the reader for files of other programs; without it, these are not read. */
  readonly foreign?: FindForeignReader;
  /** Reads journals; without it, these are not read. */
  readonly journal?: FindJournalReader;
  /** Called with problems that did not end the reading. */
  readonly say?: (text: string) => void;
  /** The descriptor of standard input. */
  readonly stdin?: number;
}

/**
 * Reads a fixture, a JSONL capture, a file of another program or a journal, one item at a time.
 *
 * @param file its path, or `-` for standard input
 * @throws {TurntableError} `FILE_UNREADABLE`, `FIXTURE_INVALID`, `CAPTURE_INVALID`, with file and line; `JOURNAL_UNREADABLE`
 */
export function conversationItems(
  file: string,
  { foreign, journal, say, stdin = STDIN_FD }: FileReading = {},
): Generator<ConversationItem> {
  const ofJournal = file === STDIN ? undefined : journal?.(file, say);
  return ofJournal ?? itemsOf(file, linesOf(file, stdin), foreign);
}

/**
 * The same for bytes in memory.
 *
 * @param name the name for errors; includes are relative to its folder
 * @throws {TurntableError} what {@link conversationItems} throws
 */
export function conversationItemsIn(name: string, bytes: Uint8Array): Generator<ConversationItem> {
  const lines: Uint8Array[] = [];
  const splitter = newSplitter(name, lines);
  splitter.push(bytes, 0);
  splitter.end();
  return itemsOf(name, [lines]);
}

/** @param pieces the lines of each read together: a generator of single lines would double the cost of reading */
function* itemsOf(
  file: string,
  pieces: Iterable<readonly Uint8Array[]>,
  foreign?: FindForeignReader,
): Generator<ConversationItem> {
  const reader = new ConversationFileReader(file, foreign);
  for (const lines of pieces) {
    for (const line of lines) {
      reader.line(line);
      if (reader.ready.length === 0) continue;
      for (const item of reader.ready) yield item;
      reader.ready.length = 0;
    }
  }
  reader.end();
  yield* reader.ready;
}

class ConversationFileReader {
  readonly #file: string;
  readonly #foreign: FindForeignReader | undefined;
  #headers: readonly FixtureHeader[] = [];
  #reader: FixtureReader | CaptureParser | ForeignReader | undefined;
  /** Items that are ready; the caller takes and removes them. */
  readonly ready: ConversationItem[] = [];
  #hasBegun = false;
  #lines = 0;

  constructor(file: string, foreign: FindForeignReader | undefined) {
    this.#file = file === STDIN ? 'standard input' : file;
    this.#foreign = foreign;
  }

  line(bytes: Uint8Array): void {
    this.#lines += 1;
    this.#reader ??= this.#readerFor(withoutMark(bytes));
    if (!(this.#reader instanceof CaptureParser)) {
      this.#reader.line(bytes);
      return;
    }
    const entry = this.#reader.line(bytes);
    if (entry === undefined) return;
    this.#add(entry, 'capture', { file: this.#file, line: this.#lines });
    if (entry.type === 'event') this.#end();
  }

  end(): void {
    const reader = this.#reader;
    if (reader === undefined) throw new TurntableError('FILE_UNREADABLE', `${this.#file} is empty`);
    if (reader instanceof FixtureReader) {
      reader.end();
      this.#begin('fixture');
    } else if (!(reader instanceof CaptureParser)) this.#addForeign(reader);
    this.#end();
  }

  #addForeign(reader: ForeignReader): void {
    for (const { headers, entries } of reader.end()) {
      this.#headers = headers;
      this.#begin('foreign');
      for (const { entry, line } of entries) this.#add(entry, 'foreign', { file: this.#file, line });
      this.#end();
    }
  }

  /** A fixture begins with its format, everything else is JSON from its first byte on. */
  #readerFor(firstLine: Uint8Array): FixtureReader | CaptureParser | ForeignReader {
    if (firstLine[0] === OPENING_BRACE) {
      return this.#foreign?.(this.#file, firstLine) ?? new CaptureParser(this.#file);
    }
    if (isFixture(firstLine)) {
      const headers: FixtureHeader[] = [];
      this.#headers = headers;
      return fixtureFileReader(this.#file, (item, file, line) => {
        if (item.type === 'header') headers.push(item.header);
        else if (item.type !== 'expectation') this.#add(item, 'fixture', { file, line });
      });
    }
    throw new TurntableError('FILE_UNREADABLE', `${this.#file}, line 1: neither a fixture nor a capture`, {
      hint: `A fixture begins with ${FIRST_LINE}, a capture of another program with {. See docs/fixtures.md.`,
    });
  }

  #add(entry: FixtureEntry, format: ConversationFormat, place: Place): void {
    this.#begin(format);
    this.ready.push({ type: 'entry', entry, place });
  }

  #begin(format: ConversationFormat): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.ready.push({ type: 'begin', format, headers: this.#headers });
  }

  #end(): void {
    if (!this.#hasBegun) return;
    this.#hasBegun = false;
    this.ready.push({ type: 'end' });
  }
}

/** `gemini-cli/08-cancel` for `.../gemini-cli/08-cancel.jsonl`: the folder tells the files of a collection apart. */
export function nameOfFile(file: string): string {
  const folder = basename(dirname(file));
  const stem = basename(file).replace(/\.[^.]+$/, '');
  return folder === '' || folder === '.' ? stem : `${folder}/${stem}`;
}

/** The lines of a file, piece by piece. The lines of a piece are valid only until the next piece. */
function* linesOf(file: string, stdin: number): Generator<readonly Uint8Array[]> {
  const fd = file === STDIN ? stdin : openInput(file, { mayBePipe: true });
  const lines: Uint8Array[] = [];
  const splitter = newSplitter(file, lines);
  try {
    let buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    for (;;) {
      const read = readOrWait(fd, buffer);
      if (read === 0) break;
      splitter.push(buffer.subarray(0, read), 0);
      yield lines;
      lines.length = 0;
      // after a short read, the rest of the buffer is used for the next read, which at the end of a small file finds nothing
      const left = buffer.subarray(read);
      buffer = left.length < READ_BYTES / 2 ? Buffer.allocUnsafeSlow(READ_BYTES) : left;
    }
    splitter.end();
    yield lines;
  } catch (thrown) {
    throw thrown instanceof TurntableError ? thrown : unreadable(file, thrown);
  } finally {
    if (file !== STDIN) closeSync(fd);
  }
}

/** @param lines receives each line as it ends */
function newSplitter(file: string, lines: Uint8Array[]): LineSplitter {
  const limits = { wholeBytes: LONGEST_LINE_BYTES, partBytes: LONGEST_LINE_BYTES };
  return new LineSplitter(
    {
      line: ({ bytes }) => void lines.push(searchable(bytes)),
      part: () => {
        throw new TurntableError('FILE_UNREADABLE', `${file} has a line longer than ${LONGEST_LINE_BYTES} bytes`);
      },
    },
    { limits },
  );
}

/** A line joined from two reads is not a Buffer; searching it for a byte would take 19 µs instead of 1 for 75 kB. */
function searchable(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
