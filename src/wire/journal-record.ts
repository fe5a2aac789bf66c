/**
 * The records of a journal: what the tap appends for each chunk it forwards, and what the ingest reads back.
 *
 *     0  u8   marker            4  u32  length of the payload, in bytes
 *     1  u8   kind              8  u64  monotonic time since the tap's start, in ns
 *     2  u8   flags (none yet) 16  u32  check over header and both ends of the payload
 *     3  u8   zero             20  payload
 *
 * Little-endian. A journal is the records one after another; the first is the header.
 */
export const RECORD_HEADER_BYTES = 20;

const MARKER = 0xac;
const TWO_32 = 2 ** 32;

/** What a record holds. Streams hold raw bytes, all others UTF-8 JSON. */
export type RecordKind = 'header' | 'client' | 'agent' | 'stderr' | 'event' | 'anchor' | 'gap' | 'end';

const KINDS: readonly RecordKind[] = ['header', 'client', 'agent', 'stderr', 'event', 'anchor', 'gap', 'end'];

export interface JournalRecord {
  readonly kind: RecordKind;
  readonly atNs: number;
  /** A view on the bytes that were read. */
  readonly payload: Uint8Array;
  /** Length of the whole record. */
  readonly sizeBytes: number;
}

/**
 * Writes the header of a record of `payload` to the first {@link RECORD_HEADER_BYTES} of `target`.
 *
 * @param atNs whole nanoseconds since the tap's start, below 2^53
 */
export function writeRecordHeader(target: DataView, kind: RecordKind, atNs: number, payload: Uint8Array): void {
  const kindNumber = KINDS.indexOf(kind);
  const high = Math.floor(atNs / TWO_32);
  const low = atNs - high * TWO_32;
  target.setUint32(0, MARKER | (kindNumber << 8), true);
  target.setUint32(4, payload.length, true);
  target.setUint32(8, low, true);
  target.setUint32(12, high, true);
  target.setUint32(16, checkOf(kindNumber, low, high, payload), true);
}

/**
 * Reads the record at `at`. `cut`: the bytes end before it does, which is how a journal ends that is being written, or
 * whose tap was killed. `torn`: what stands here was never written as a record.
 */
export function readRecord(bytes: Uint8Array, at: number): JournalRecord | 'cut' | 'torn' {
  if (bytes.length - at < RECORD_HEADER_BYTES) return 'cut';
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEADER_BYTES);
  const kind = KINDS[view.getUint8(1)];
  if (view.getUint8(0) !== MARKER || kind === undefined || view.getUint16(2, true) !== 0) return 'torn';
  const sizeBytes = RECORD_HEADER_BYTES + view.getUint32(4, true);
  if (bytes.length - at < sizeBytes) return 'cut';
  const payload = bytes.subarray(at + RECORD_HEADER_BYTES, at + sizeBytes);
  const low = view.getUint32(8, true);
  const high = view.getUint32(12, true);
  if (view.getUint32(16, true) !== checkOf(view.getUint8(1), low, high, payload)) return 'torn';
  return { kind, atNs: high * TWO_32 + low, payload, sizeBytes };
}

/** The length that the record header at `at`, which must be there whole, promises; for sizing the next read. */
export function promisedBytes(bytes: Uint8Array, at: number): number {
  return (
    RECORD_HEADER_BYTES + new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEADER_BYTES).getUint32(4, true)
  );
}

/** Cheap on purpose, it stands on the record path: header, length and up to eight bytes at each end of the payload. */
function checkOf(kind: number, low: number, high: number, payload: Uint8Array): number {
  const { length } = payload;
  let hash = mix(mix(mix(mix(0x811c9dc5, kind), length), low), high);
  const ends = Math.min(8, length);
  for (let i = 0; i < ends; i += 1) hash = mix(hash, (payload[i] ?? 0) | ((payload[length - 1 - i] ?? 0) << 8));
  return hash >>> 0;
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
