import { crc32 as nodesCrc32 } from 'node:zlib';
import { crc32 as ownCrc32 } from '../../wire/crc32.js';

/** Up to this size, in bytes, our CRC-32 is faster than a call of Node's. */
const SMALL_BYTES = 128;
/** When Node's CRC-32 is first used, in ms: loading it takes up to 3 ms, and the first bytes must not wait for that. */
const USE_AFTER_MS = 100;

let crc32OfMany = ownCrc32;

/** The CRC-32 for records of the journal, computed in the faster way. */
export function recordCrc32(bytes: Uint8Array): number {
  return bytes.length <= SMALL_BYTES ? ownCrc32(bytes) : crc32OfMany(bytes);
}

/** Loads Node's CRC-32 a moment from now, for large records. */
export function useNodesCrc32Soon(): void {
  setTimeout(() => {
    crc32OfMany = nodesCrc32;
  }, USE_AFTER_MS).unref();
}
