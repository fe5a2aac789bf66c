/**
 * The records of a journal: what the tap appends for each chunk it forwards, and what the ingest reads back.
 *
 *     0  u64  mark: random, the same in all records of one journal
 *     8  u8   kind
 *     9  u24  zero
 *    12  u32  length of the payload, in bytes
 *    16  u64  number of the record: 0 for the header, one more for each that follows
 *    24  u64  monotonic time since the tap's start, in ns
 *    32  u64  of a chunk: how many bytes of its stream came before it; of all else zero
 *    40  u32  CRC-32 of the payload
 *    44  u32  CRC-32 of the 44 bytes before
 *    48       payload
 *
 * Little-endian. A journal is the records one after another; the first is the header. The second keeps room for how it ends,
 * see {@link reserveOf}.
 *
 * Nothing that a payload holds is taken for a record: whoever made it does not know the mark. Numbers tell what is missing,
 * offsets how much of which stream.
 */
export const RECORD_HEADER_BYTES = 48;
export const MARK_BYTES = 8;

const CHECKED_BYTES = 44;
const TWO_32 = 2 ** 32;

/** The kinds of records. Streams hold raw bytes, all others UTF-8 JSON, except `reserve`: see {@link reserveOf}. */
export type RecordKind = 'header' | 'client' | 'agent' | 'stderr' | 'event' | 'anchor' | 'gap' | 'end' | 'reserve';

/** The number of a kind on disk is its place in this list: add new ones at the end. */
export const RECORD_KINDS: readonly RecordKind[] = [
  'header',
  'client',
  'agent',
  'stderr',
  'event',
  'anchor',
  'gap',
  'end',
  'reserve',
];

export interface JournalRecord {
  readonly kind: RecordKind;
  readonly atNs: number;
  /** A view of the bytes that were read. */
  readonly payload: Uint8Array;
  /** Length of the whole record. */
  readonly sizeBytes: number;
  /** Its place among the records of the journal, from 0; undefined in the journals of earlier versions. */
  readonly number: number | undefined;
  /** For a chunk: how many bytes of its stream came before it; undefined in the journals of earlier versions. */
  readonly offset: number | undefined;
}

/** An incomplete record: the bytes end before it does. */
export interface CutRecord {
  /** How many bytes from its beginning are needed to read it, or to learn its length. */
  readonly needsBytes: number;
}

/** Bytes that are not a record, or a damaged one. */
export interface TornRecord {
  /** How many bytes had to be read to know that. */
  readonly tornBytes: number;
}

/** The result of reading at a place in a journal. */
export type RecordReading = JournalRecord | CutRecord | TornRecord;

export function isRecord(reading: RecordReading): reading is JournalRecord {
  return 'kind' in reading;
}

export function isCut(reading: RecordReading): reading is CutRecord {
  return 'needsBytes' in reading;
}

/** No record begins here. */
export const NO_RECORD: TornRecord = { tornBytes: 0 };

/** How the records of one journal are recognised. */
export interface RecordFormat {
  readonly read: (bytes: Uint8Array, at: number) => RecordReading;
  /** The next place from `from` on where a record may begin, whatever comes before it; -1 if there is none. */
  readonly find: (bytes: Uint8Array, from: number) => number;
}

/** The checksum of zip and PNG; Node has it too. */
export type Crc32 = (bytes: Uint8Array) => number;

/** The header fields of a record. */
export type RecordFacts = Pick<JournalRecord, 'kind' | 'atNs'> & { readonly number: number; readonly offset: number };

/** Writes the headers of one journal's records to the first {@link RECORD_HEADER_BYTES} of `target`, each one over the last. */
export class RecordHeaderWriter {
  readonly #view: DataView;
  readonly #checked: Uint8Array;
  readonly #crc32: Crc32;

  constructor(target: Uint8Array, mark: Uint8Array, crc32: Crc32) {
    this.#view = new DataView(target.buffer, target.byteOffset, RECORD_HEADER_BYTES);
    this.#checked = target.subarray(0, CHECKED_BYTES);
    this.#crc32 = crc32;
    target.set(mark);
  }

  /** All numbers must be integers below 2^53. */
  write({ kind, number, atNs, offset }: RecordFacts, payload: Uint8Array): void {
    const view = this.#view;
    view.setUint32(8, RECORD_KINDS.indexOf(kind), true);
    view.setUint32(12, payload.length, true);
    setUint53(view, 16, number);
    setUint53(view, 24, atNs);
    setUint53(view, 32, offset);
    view.setUint32(40, payload.length === 0 ? 0 : this.#crc32(payload), true);
    view.setUint32(44, this.#crc32(this.#checked), true);
  }
}

/** The records of a journal whose mark is known. */
export class MarkedRecords implements RecordFormat {
  readonly #mark: Uint8Array;
  readonly #crc32: Crc32;

  constructor(mark: Uint8Array, crc32: Crc32) {
    this.#mark = mark;
    this.#crc32 = crc32;
  }

  read(bytes: Uint8Array, at: number): RecordReading {
    if (!this.#isMark(bytes, at)) return NO_RECORD;
    if (bytes.length - at < RECORD_HEADER_BYTES) return { needsBytes: RECORD_HEADER_BYTES };
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEADER_BYTES);
    const kind = RECORD_KINDS[view.getUint32(8, true)];
    const isHeader = view.getUint32(44, true) === this.#crc32(bytes.subarray(at, at + CHECKED_BYTES));
    const [number, atNs, offset] = [getUint53(view, 16), getUint53(view, 24), getUint53(view, 32)];
    if (!isHeader || kind === undefined || Math.max(number, atNs, offset) > Number.MAX_SAFE_INTEGER) return NO_RECORD;
    const sizeBytes = RECORD_HEADER_BYTES + view.getUint32(12, true);
    if (bytes.length - at < sizeBytes) return { needsBytes: sizeBytes };
    const payload = bytes.subarray(at + RECORD_HEADER_BYTES, at + sizeBytes);
    if (payload.length > 0 && view.getUint32(40, true) !== this.#crc32(payload)) return { tornBytes: sizeBytes };
    return { kind, atNs, payload, sizeBytes, number, offset };
  }

  find(bytes: Uint8Array, from: number): number {
    const [first = 0] = this.#mark;
    for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
      if (this.#isMark(bytes, at)) return at;
    }
    return -1;
  }

  /** Whether the mark is at a place. The bytes may end within it. */
  #isMark(bytes: Uint8Array, at: number): boolean {
    const end = Math.min(MARK_BYTES, bytes.length - at);
    for (let i = 0; i < end; i += 1) if (bytes[at + i] !== this.#mark[i]) return false;
    return true;
  }
}

/**
 * The mark of a journal: that of the first record that is found; undefined if there is none. It can differ from the mark at the beginning
 * only if the first bytes are damaged.
 */
export function findMark(bytes: Uint8Array, crc32: Crc32): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + RECORD_HEADER_BYTES <= bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < MARK_FIRST_BYTE || view.getUint32(at + 8, true) >= RECORD_KINDS.length) continue;
    if (view.getUint32(at + 44, true) === crc32(bytes.subarray(at, at + CHECKED_BYTES))) {
      return bytes.slice(at, at + MARK_BYTES);
    }
  }
  return undefined;
}

/** The first byte of every mark. UTF-8 text and holes (zeros) never contain it, so both are skipped quickly. */
const MARK_FIRST_BYTE = 0xf8;

/** Makes a mark from random bytes. */
export function markOf(random: Uint8Array): Uint8Array {
  const mark = random.slice(0, MARK_BYTES);
  mark[0] = (mark[0] ?? 0) | MARK_FIRST_BYTE;
  return mark;
}

/** The size of the payload of a `reserve`: with its header it fills a page. */
const RESERVE_BYTES = 4096 - RECORD_HEADER_BYTES;

/** How many bytes of records fit into a `reserve`. */
export const ENDING_BYTES = RESERVE_BYTES - 4;

/**
 * The payload of a `reserve`. It is space that the tap takes at the start. If the tap cannot append its last records because the disk is
 * full, it writes them here. They then come after the last record of the file. Until then the space is empty.
 */
export function reserveOf(ending: Uint8Array): Uint8Array {
  const reserve = new Uint8Array(RESERVE_BYTES);
  new DataView(reserve.buffer).setUint32(0, ending.length, true);
  reserve.set(ending, 4);
  return reserve;
}

/** The records that a `reserve` holds. */
export function endingIn(reserve: Uint8Array): Uint8Array {
  if (reserve.length < 4) return reserve.subarray(0, 0);
  const length = new DataView(reserve.buffer, reserve.byteOffset, reserve.length).getUint32(0, true);
  return reserve.subarray(4, 4 + length);
}

function setUint53(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / TWO_32);
  view.setUint32(at, value - high * TWO_32, true);
  view.setUint32(at + 4, high, true);
}

function getUint53(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * TWO_32 + view.getUint32(at, true);
}
