import { closeSync, constants, existsSync, fchmodSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { bareReasonOf, reasonOf, TurntableError } from '../../errors.js';
import { JOURNAL_FORMAT, parseJournalHeader, type JournalHeader } from '../../wire/journal-header.js';
import {
  findMark,
  isCut,
  isRecord,
  MARK_BYTES,
  MarkedRecords,
  type JournalRecord,
  type RecordFormat,
} from '../../wire/journal-record.js';
import { RECORDS_OF_FORMAT_1 } from '../../wire/journal-record-1.js';
import { foreignHandOn } from '../schema/foreign-hands.js';
import { JournalCursor, type JournalBytes } from './journal-cursor.js';
import { idTimeMs } from './recording-id.js';

/** How much is looked through for the first record that is whole, in bytes. */
const SEARCHED_BYTES = 64 * 1024 * 1024;

/** Follows no link and waits for no pipe. */
const JOURNAL_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What a journal says of itself, and how its records are recognised. */
interface Opening {
  readonly header: JournalHeader;
  readonly format: RecordFormat;
  readonly firstAt: number;
}

/** Reads the file of a journal that may still be growing. */
export class JournalReader implements JournalBytes {
  readonly path: string;
  /** If it is damaged, what is known without it. */
  readonly header: JournalHeader;
  readonly format: RecordFormat;
  /** Where the first record after the header begins; 0 if the header is damaged. */
  readonly firstAt: number;
  #fd: number;

  /** @throws {TurntableError} `JOURNAL_UNREADABLE` */
  constructor(path: string) {
    this.path = path;
    this.#fd = openOrExplain(path);
    try {
      const { header, format, firstAt } = this.#opening();
      this.header = header;
      this.format = format;
      this.firstAt = firstAt;
      if (firstAt === 0 && this.records().next() === undefined) throw new Error('no complete record');
    } catch (thrown) {
      this.close();
      throw unreadable(path, reasonOf(thrown), thrown);
    }
  }

  /** The records from the one at `at` on; without it, all that come after the header. */
  records(at?: number): JournalCursor {
    return new JournalCursor(this, at);
  }

  /** What stands at `at`, at most `limit` bytes. A new buffer each time: lines that are not finished keep pieces of it. */
  bytesAt(at: number, limit: number): Uint8Array {
    if (at >= this.sizeBytes()) this.#reopenIfReplaced();
    const left = Math.min(limit, this.sizeBytes() - at);
    if (left <= 0) return new Uint8Array(0);
    const buffer = Buffer.allocUnsafeSlow(left);
    return buffer.subarray(0, readSync(this.#fd, buffer, 0, left, at));
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

  /** Lets nobody else read it. */
  makePrivate(): void {
    fchmodSync(this.#fd, 0o600);
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** @throws {Error} which says why it cannot be read */
  #opening(): Opening {
    const marked = new MarkedRecords(this.bytesAt(0, MARK_BYTES), crc32);
    for (const format of [marked, RECORDS_OF_FORMAT_1]) {
      const record = this.#firstRecord(format);
      const header = record?.kind === 'header' ? parseJournalHeader(record.payload) : undefined;
      if (header === 'newer') throw new Error('written by a newer version of Turntable');
      if (record !== undefined && header !== undefined) return { header, format, firstAt: record.sizeBytes };
    }
    const mark = findMark(this.bytesAt(0, SEARCHED_BYTES), crc32);
    if (mark === undefined) throw new Error('no header that this version can read');
    return { header: headerWithout(this.path), format: new MarkedRecords(mark, crc32), firstAt: 0 };
  }

  #firstRecord(format: RecordFormat): JournalRecord | undefined {
    let needsBytes = 1;
    for (;;) {
      const bytes = this.bytesAt(0, needsBytes);
      const reading = format.read(bytes, 0);
      if (isRecord(reading)) return reading;
      if (!isCut(reading) || bytes.length < needsBytes) return undefined;
      needsBytes = reading.needsBytes;
    }
  }

  /** A tap whose journal was taken away puts a copy in its place: the same bytes, and more to come. */
  #reopenIfReplaced(): void {
    if (this.isInPlace() || !existsSync(this.path)) return;
    const copy = openOrExplain(this.path);
    closeSync(this.#fd);
    this.#fd = copy;
  }
}

/** What the name of a journal tells if its header is damaged. Whether its tap lives is not known before the next boot. */
function headerWithout(path: string): JournalHeader {
  const id = basename(path);
  const owner = { pid: 0, namespace: 'unknown', startedAt: '', boot: 'unknown' };
  return { format: JOURNAL_FORMAT, id, database: '', owner, argv: [], cwd: '', wallUs: idTimeMs(id) * 1000 };
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
    throw unreadable(path, bareReasonOf(thrown), thrown);
  }
}

function unreadable(path: string, why: string, cause?: unknown): TurntableError {
  return new TurntableError('JOURNAL_UNREADABLE', `the journal ${path} cannot be read: ${why}`, { cause });
}
