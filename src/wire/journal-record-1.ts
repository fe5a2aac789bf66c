import { NO_RECORD, RECORD_KINDS, type RecordFormat, type RecordReading } from './journal-record.js';

/**
 * The records of format 1, which earlier versions wrote. Records after damage cannot be found again: they have no secret mark, and a
 * payload may contain bytes that look like a record.
 *
 * 0 u8 0xac 4 u32 length of the payload, in bytes 1 u8 kind 8 u64 monotonic time since the tap's start, in ns 2 u16 zero 16 u32 check over
 * header and both ends of the payload 20 payload
 */
export const RECORDS_OF_FORMAT_1: RecordFormat = { read: readRecord, find: () => -1 };

const HEADER_BYTES = 20;
const FIRST_BYTE = 0xac;
const TWO_32 = 2 ** 32;

function readRecord(bytes: Uint8Array, at: number): RecordReading {
  if (bytes.length > at && bytes[at] !== FIRST_BYTE) return NO_RECORD;
  if (bytes.length - at < HEADER_BYTES) return { needsBytes: HEADER_BYTES };
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER_BYTES);
  const kind = RECORD_KINDS[view.getUint8(1)];
  if (kind === undefined || kind === 'reserve' || view.getUint16(2, true) !== 0) return NO_RECORD;
  const sizeBytes = HEADER_BYTES + view.getUint32(4, true);
  if (bytes.length - at < sizeBytes) return { needsBytes: sizeBytes };
  const payload = bytes.subarray(at + HEADER_BYTES, at + sizeBytes);
  const low = view.getUint32(8, true);
  const high = view.getUint32(12, true);
  if (view.getUint32(16, true) !== checkOf(view.getUint8(1), low, high, payload)) return NO_RECORD;
  return { kind, atNs: high * TWO_32 + low, payload, sizeBytes, number: undefined, offset: undefined };
}

/** Over header, length and up to eight bytes at each end of the payload. */
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
