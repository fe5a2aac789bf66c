import {
  endingIn,
  isCut,
  isRecord,
  RECORD_HEADER_BYTES,
  type JournalRecord,
  type RecordFormat,
  type RecordReading,
} from '../../wire/journal-record.js';
import { RecordNumbers } from './record-numbers.js';

/** Read at a time, unless a record needs more. */
const READ_BYTES = 1024 * 1024;

/** In all, at most so many times the size of a journal is read in search of records. Only a journal made for that needs more. */
const SEARCHED_TIMES = 8;

const NOTHING = new Uint8Array(0);

/** A journal that may still be growing. */
export interface JournalBytes {
  readonly format: RecordFormat;
  /** Where the first record after the header begins; 0 if the header is damaged. */
  readonly firstAt: number;
  /** What stands at `at`, at most `limit` bytes, in a buffer of its own. */
  readonly bytesAt: (at: number, limit: number) => Uint8Array;
  readonly sizeBytes: () => number;
}

/** A record with where it begins in the journal. */
export interface PlacedRecord {
  readonly at: number;
  readonly record: JournalRecord;
}

/**
 * Goes through the whole records of a journal, each once, as the journal grows. What stands between two of them is damage; what
 * stands behind the last one may be a record that is being written.
 *
 * A record in the room that was kept for the end has a place behind the end of the file.
 */
export class JournalCursor {
  readonly #journal: JournalBytes;
  readonly #numbers: RecordNumbers;
  #at: number;
  #window: Uint8Array = NOTHING;
  #windowAt = 0;
  /** Up to here no record begins behind `#at`. */
  #searchedTo = 0;
  /** What was read in vain. */
  #searchedBytes = 0;
  #reserveAt: number | undefined;

  /** @param at where a record begins: what came before it is not known then */
  constructor(journal: JournalBytes, at = journal.firstAt) {
    this.#journal = journal;
    this.#at = at;
    this.#numbers = new RecordNumbers(at > journal.firstAt ? undefined : at > 0 ? 1 : 0);
  }

  /** Where the last record ended. */
  get at(): number {
    return this.#at;
  }

  /** Whether a record begins behind the last one and does not end. */
  get isCut(): boolean {
    return isCut(this.#reading(this.#at));
  }

  /** The next record; undefined if no whole one is there yet. */
  next(): PlacedRecord | undefined {
    for (;;) {
      const placed = this.#readAt(this.#at) ?? this.#searchAndLookAgain();
      if (placed === undefined) return undefined;
      this.#at = placed.at + placed.record.sizeBytes;
      this.#searchedTo = 0;
      if (placed.record.kind === 'reserve') this.#reserveAt = placed.at;
      if (this.#numbers.take(placed.record.number)) return placed;
    }
  }

  /** What was found may have been written behind a record that was not whole when we looked, and is now. */
  #searchAndLookAgain(): PlacedRecord | undefined {
    const found = this.#search();
    if (found === undefined) return undefined;
    this.#window = NOTHING;
    return this.#readAt(this.#at) ?? found;
  }

  /** The next whole record that begins behind `#at`. Each byte is looked at once, however often this is asked. */
  #search(): PlacedRecord | undefined {
    const most = SEARCHED_TIMES * this.#journal.sizeBytes();
    let at = Math.max(this.#at + 1, this.#searchedTo);
    let cutAt: number | undefined;
    for (;;) {
      const window = this.#bytes(at, 1);
      if (window.length === 0 || this.#searchedBytes > most) break;
      const offset = this.#journal.format.find(window, 0);
      at += offset === -1 ? window.length : offset;
      if (offset === -1) continue;
      const reading = this.#reading(at);
      if (isRecord(reading) && this.#numbers.isNew(reading.number)) return { at, record: reading };
      if (isCut(reading)) cutAt ??= at;
      else if (!isRecord(reading)) this.#searchedBytes += reading.tornBytes;
      at += isRecord(reading) ? reading.sizeBytes : 1;
    }
    this.#searchedTo = cutAt ?? at;
    return undefined;
  }

  #readAt(at: number): PlacedRecord | undefined {
    const record = this.#reading(at);
    return isRecord(record) ? { at, record } : undefined;
  }

  #reading(at: number): RecordReading {
    const { format } = this.#journal;
    let needsBytes = RECORD_HEADER_BYTES;
    for (;;) {
      const bytes = this.#bytes(at, needsBytes);
      const reading = format.read(bytes, 0);
      if (!isCut(reading) || bytes.length < needsBytes) return reading;
      needsBytes = reading.needsBytes;
    }
  }

  /** What stands from `at` on: at least `wanted` bytes, if there are so many. */
  #bytes(at: number, wanted: number): Uint8Array {
    const isHeld = at >= this.#windowAt && at + wanted <= this.#windowAt + this.#window.length;
    if (!isHeld) {
      this.#window = this.#load(at, Math.max(wanted, READ_BYTES));
      this.#windowAt = at;
    }
    return this.#window.subarray(at - this.#windowAt);
  }

  #load(at: number, limit: number): Uint8Array {
    const bytes = this.#journal.bytesAt(at, limit);
    if (bytes.length > 0) return bytes;
    const ending = this.#ending();
    const behindBytes = at - this.#journal.sizeBytes();
    // more may have come before the ending, between our two looks; nothing comes after it
    return behindBytes < 0 ? this.#journal.bytesAt(at, limit) : ending.subarray(behindBytes);
  }

  /** The records that come after the last one of the file. */
  #ending(): Uint8Array {
    const at = this.#reserveAt;
    if (at === undefined) return NOTHING;
    const { format } = this.#journal;
    const header = format.read(this.#journal.bytesAt(at, RECORD_HEADER_BYTES), 0);
    const reserve = isCut(header) ? format.read(this.#journal.bytesAt(at, header.needsBytes), 0) : header;
    return isRecord(reserve) ? endingIn(reserve.payload) : NOTHING;
  }
}
