import { closeSync, constants, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { reasonOf, TurntableError } from '../../errors.js';
import { foreignHandOn } from '../schema/foreign-hands.js';
import { parseJournalHeader, type JournalHeader } from '../../wire/journal-header.js';
import { promisedBytes, readRecord, RECORD_HEADER_BYTES, type JournalRecord } from '../../wire/journal-record.js';

const READ_BYTES = 1024 * 1024;

/** Follows no link and waits for no pipe. */
const JOURNAL_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A record with where it begins in the file. */
export interface PlacedRecord {
  readonly at: number;
  readonly record: JournalRecord;
}

/** What the file holds after the records that were read: nothing, the beginning of a record, or something that is none. */
export type JournalTail = 'clean' | 'cut' | 'torn';

/** Reads the records of a journal that may still be growing. */
export class JournalReader {
  readonly path: string;
  readonly header: JournalHeader;
  /** Where the first record after the header begins. */
  readonly firstAt: number;
  #fd: number;

  /** @throws {TurntableError} `JOURNAL_UNREADABLE` */
  constructor(path: string) {
    this.path = path;
    this.#fd = openOrExplain(path);
    const [first] = this.read(0).records;
    const header = first?.record.kind === 'header' ? parseJournalHeader(first.record.payload) : undefined;
    if (first === undefined || header === undefined) {
      this.close();
      throw unreadable(path, 'it has no header that this version can read');
    }
    this.header = header;
    this.firstAt = first.record.sizeBytes;
  }

  /** The whole records from `at` on, about a megabyte of them, where the next one begins, and what stands there. */
  read(at: number): { readonly records: PlacedRecord[]; readonly next: number; readonly tail: JournalTail } {
    if (at >= this.sizeBytes()) this.#reopenIfReplaced();
    let bytes = this.#bytesFrom(at, READ_BYTES);
    const first = readRecord(bytes, 0);
    // a record larger than one read
    if (first === 'cut' && bytes.length >= RECORD_HEADER_BYTES) bytes = this.#bytesFrom(at, promisedBytes(bytes, 0));
    const records: PlacedRecord[] = [];
    let offset = 0;
    for (;;) {
      const record = readRecord(bytes, offset);
      if (record === 'torn') return { records, next: at + offset, tail: 'torn' };
      if (record === 'cut') {
        return { records, next: at + offset, tail: bytes.length === offset ? 'clean' : 'cut' };
      }
      records.push({ at: at + offset, record });
      offset += record.sizeBytes;
    }
  }

  /** When it was last written, in ms since 1970. */
  lastWrittenMs(): number {
    return fstatSync(this.#fd).mtimeMs;
  }

  sizeBytes(): number {
    return fstatSync(this.#fd).size;
  }

  /** Whether the file that is read is the one that stands at its path. */
  isInPlace(): boolean {
    const there = statSync(this.path, { throwIfNoEntry: false });
    return there?.ino === fstatSync(this.#fd).ino;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** A tap whose journal was taken away puts a copy in its place: the same bytes, and more to come. */
  #reopenIfReplaced(): void {
    if (this.isInPlace() || !existsSync(this.path)) return;
    const copy = openSync(this.path, 'r');
    closeSync(this.#fd);
    this.#fd = copy;
  }

  /** A new buffer each time: lines that are not finished keep pieces of it. */
  #bytesFrom(at: number, limit: number): Uint8Array {
    const left = Math.min(limit, this.sizeBytes() - at);
    if (left <= 0) return new Uint8Array(0);
    const buffer = Buffer.allocUnsafeSlow(left);
    return buffer.subarray(0, readSync(this.#fd, buffer, 0, left, at));
  }
}

function openOrExplain(path: string): number {
  try {
    const fd = openSync(path, JOURNAL_FLAGS);
    const stats = fstatSync(fd);
    const problem = stats.isFile() ? foreignHandOn(stats) : 'is no file';
    if (problem === undefined) return fd;
    closeSync(fd);
    throw new Error(`it ${problem}`);
  } catch (thrown) {
    throw unreadable(path, reasonOf(thrown), thrown);
  }
}

function unreadable(path: string, why: string, cause?: unknown): TurntableError {
  return new TurntableError('JOURNAL_UNREADABLE', `the journal ${path} cannot be read: ${why}`, { cause });
}
