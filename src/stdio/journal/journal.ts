import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { reasonOf } from '../../errors.js';
import type { EventFields, EventName, Stream, TapEvent } from '../../wire/frame.js';
import type { JournalHeader } from '../../wire/journal-header.js';
import {
  MARK_BYTES,
  markOf,
  RECORD_HEADER_BYTES,
  RecordHeaderWriter,
  reserveOf,
  type RecordKind,
} from '../../wire/journal-record.js';
import { endingRecords, json } from './journal-ending.js';
import { recordCrc32 } from './record-crc32.js';

/** Up to this size, in bytes, copying header and payload into one buffer is cheaper than writing a vector of two. */
const COPIED_BYTES = 8 * 1024;
/** If the file was removed, it is copied back in pieces of this size, in bytes. */
const RESTORED_BYTES = 1024 * 1024;
/** If the clocks drift apart by more than this, in µs, a new anchor is written: the machine slept, or its clock was set. */
const ANCHOR_AFTER_US = 1_000_000;

/** For appending and reading; the file must not exist. */
const APPEND_NEW = 'ax+';

/**
 * The append-only file that the tap writes before it forwards. Appending never throws: what cannot be written is cut back
 * to the last whole record and counted, and the count is written as a `gap` as soon as writing works again.
 */
export class Journal {
  readonly #path: string;
  readonly #header: JournalHeader;
  readonly #now: () => number;
  readonly #warn: (text: string) => void;
  readonly #scratch = Buffer.allocUnsafeSlow(RECORD_HEADER_BYTES + COPIED_BYTES);
  readonly #recordHeader = new RecordHeaderWriter(this.#scratch, newMark(), recordCrc32);
  /** The number of the next record. */
  #number = 0;
  readonly #forwarded: Record<Stream, number> = { client: 0, agent: 0, stderr: 0 };
  #fd: number;
  #begun = false;
  /** Where the reserved space for the last records is, and the number of that record. */
  #reserve: { readonly at: number; readonly number: number } | undefined;
  #abandoned = false;
  #wholeBytes = 0;
  #torn = false;
  #failed = false;
  #lost: Record<Stream, number> | undefined;
  #lateEvents: TapEvent[] = [];
  #anchorWallUs: number;
  #anchorNs = 0;

  /**
   * Creates the file, which must not exist, for the user alone.
   *
   * @param now monotonic ns since time zero of the recording
   * @param warn called once, at the first failure
   * @throws what the file system says
   */
  constructor(path: string, header: JournalHeader, now: () => number, warn: (text: string) => void) {
    this.#path = path;
    this.#header = header;
    this.#fd = openSync(path, APPEND_NEW, 0o600);
    this.#anchorWallUs = header.wallUs;
    this.#now = now;
    this.#warn = warn;
    this.#begin();
  }

  /** Records a chunk of a stream, to be called before the chunk is forwarded. */
  append(stream: Stream, chunk: Uint8Array): void {
    const atNs = this.#now();
    if (this.#abandoned) return;
    const offset = this.#forwarded[stream];
    this.#forwarded[stream] += chunk.length;
    if (!this.#fillGap(atNs) || !this.#anchor(atNs) || !this.#write(stream, atNs, chunk, offset)) {
      this.#lost ??= { client: 0, agent: 0, stderr: 0 };
      this.#lost[stream] += chunk.length;
    }
  }

  event(name: EventName, fields: EventFields = {}): void {
    const atNs = this.#now();
    if (this.#abandoned) return;
    if (!this.#fillGap(atNs) || !this.#write('event', atNs, json({ name, fields }))) {
      this.#lost ??= { client: 0, agent: 0, stderr: 0 };
      this.#lateEvents.push({ name, fields });
    }
  }

  /** Writes the end and closes the file. Returns how many bytes could not be written, if any. */
  end(): Readonly<Record<Stream, number>> | undefined {
    const atNs = this.#now();
    this.restoreIfRemoved();
    const isWritten = this.#abandoned || (this.#fillGap(atNs) && this.#write('end', atNs, json(this.#forwarded)));
    if (!isWritten) this.#endInReserve(atNs);
    // the timer that checks the file must not use the descriptor, which may soon belong to another file
    this.#abandoned = true;
    closeSync(this.#fd);
    return this.#lost;
  }

  /**
   * Restores the file if it was removed while we run: by an ingest that cannot see our process, or by a person. If it was emptied first, it
   * was removed on purpose, and nothing more is recorded.
   */
  restoreIfRemoved(): void {
    if (this.#abandoned) return;
    try {
      if (existsSync(this.#path)) return;
      if (fstatSync(this.#fd).size < this.#wholeBytes) this.#abandoned = true;
      else this.#restore();
    } catch (thrown) {
      this.#fail(reasonOf(thrown));
    }
  }

  #restore(): void {
    const copy = openSync(this.#path, APPEND_NEW, 0o600);
    try {
      this.#copyTo(copy);
    } catch (thrown) {
      // half a copy is useless; the removed file can still be read, and the next try may find space
      closeSync(copy);
      unlinkSync(this.#path);
      throw thrown;
    }
    closeSync(this.#fd);
    this.#fd = copy;
  }

  #copyTo(copy: number): void {
    const buffer = Buffer.allocUnsafeSlow(RESTORED_BYTES);
    for (let at = 0; at < this.#wholeBytes;) {
      const read = readSync(this.#fd, buffer, 0, Math.min(buffer.length, this.#wholeBytes - at), at);
      if (writeSync(copy, buffer, 0, read) < read) throw new Error('no room for a copy');
      at += read;
    }
  }

  /** Writes the header and reserves space for the last records, as soon as that is possible. */
  #begin(): boolean {
    this.#begun ||= this.#write('header', 0, json(this.#header));
    if (!this.#begun || this.#reserve !== undefined) return this.#begun;
    const reserve = { at: this.#wholeBytes, number: this.#number };
    if (!this.#write('reserve', 0, reserveOf(new Uint8Array(0)))) return false;
    this.#reserve = reserve;
    return true;
  }

  /** The disk is still full at the end: writes the last records into the reserved space. */
  #endInReserve(atNs: number): void {
    if (this.#reserve === undefined) return;
    const { at, number } = this.#reserve;
    const lost = this.#lost ?? { client: 0, agent: 0, stderr: 0 };
    const records = endingRecords({ lost, events: this.#lateEvents, forwarded: this.#forwarded });
    const ending = records.map(([kind, payload], i) => this.#recordBytes(kind, this.#number + i, atNs, payload));
    const reserve = this.#recordBytes('reserve', number, 0, reserveOf(Buffer.concat(ending)));
    try {
      if (this.#torn) this.#cutBack();
      this.#overwrite(reserve, at);
      this.#lost = undefined;
    } catch (thrown) {
      this.#fail(reasonOf(thrown));
    }
  }

  #recordBytes(kind: RecordKind, number: number, atNs: number, payload: Uint8Array): Uint8Array {
    this.#recordHeader.write({ kind, number, atNs, offset: 0 }, payload);
    return Buffer.concat([this.#scratch.subarray(0, RECORD_HEADER_BYTES), payload]);
  }

  /** Writes in the middle of the file. This needs another descriptor, because ours only appends. */
  #overwrite(bytes: Uint8Array, at: number): void {
    const fd = openSync(this.#path, 'r+');
    try {
      if (fstatSync(fd).ino !== fstatSync(this.#fd).ino) throw new Error('the journal was replaced');
      if (writeSync(fd, bytes, 0, bytes.length, at) < bytes.length) throw new Error('no room for its end');
    } finally {
      closeSync(fd);
    }
  }

  /** Writes what has to come before anything new: the header, and a `gap` for lost bytes. False while that is not possible. */
  #fillGap(atNs: number): boolean {
    if (!this.#begin()) return false;
    if (this.#lost === undefined) return true;
    if (!this.#write('gap', atNs, json(this.#lost))) return false;
    this.#lost = undefined;
    for (const [i, event] of this.#lateEvents.entries()) {
      if (this.#write('event', atNs, json(event))) continue;
      this.#lateEvents = this.#lateEvents.slice(i);
      this.#lost = { client: 0, agent: 0, stderr: 0 };
      return false;
    }
    this.#lateEvents = [];
    return true;
  }

  #anchor(atNs: number): boolean {
    const wallUs = Date.now() * 1000;
    const driftUs = wallUs - this.#anchorWallUs - (atNs - this.#anchorNs) / 1000;
    if (driftUs < ANCHOR_AFTER_US && driftUs > -ANCHOR_AFTER_US) return true;
    if (!this.#write('anchor', atNs, json({ wallUs }))) return false;
    this.#anchorWallUs = wallUs;
    this.#anchorNs = atNs;
    return true;
  }

  /** @param offset for a chunk: how many bytes of its stream came before it */
  #write(kind: RecordKind, atNs: number, payload: Uint8Array, offset = 0): boolean {
    this.#recordHeader.write({ kind, number: this.#number, atNs, offset }, payload);
    const sizeBytes = RECORD_HEADER_BYTES + payload.length;
    try {
      if (this.#torn) this.#cutBack();
      const written = this.#put(payload, sizeBytes);
      if (written === sizeBytes) {
        this.#wholeBytes += sizeBytes;
        this.#number += 1;
        return true;
      }
      // a full disk writes a part and reports no error
      this.#fail(`only ${written} of ${sizeBytes} bytes were written; is the disk full?`);
      this.#cutBack();
    } catch (thrown) {
      this.#fail(reasonOf(thrown));
    }
    return false;
  }

  #fail(reason: string): void {
    this.#torn = true;
    if (!this.#failed) this.#warn(`the recording is incomplete: its journal cannot be written (${reason})`);
    this.#failed = true;
  }

  #put(payload: Uint8Array, sizeBytes: number): number {
    if (payload.length > COPIED_BYTES) {
      return writevSync(this.#fd, [this.#scratch.subarray(0, RECORD_HEADER_BYTES), payload]);
    }
    this.#scratch.set(payload, RECORD_HEADER_BYTES);
    return writeSync(this.#fd, this.#scratch, 0, sizeBytes);
  }

  #cutBack(): void {
    ftruncateSync(this.#fd, this.#wholeBytes);
    this.#torn = false;
  }
}

/** A random mark. The author of a payload cannot guess it. */
function newMark(): Uint8Array {
  return markOf(Uint8Array.from({ length: MARK_BYTES }, () => Math.floor(Math.random() * 256)));
}
