import { crc32 as nodesCrc32 } from 'node:zlib';
import { crc32 as ownCrc32 } from '../../wire/crc32.js';

/** Up to here a call into Node's own takes longer than ours, in bytes. */
const SMALL_BYTES = 128;
/** When Node's own is first used, in ms: loading it takes up to 3, and the first bytes are not to wait for that. */
const USE_AFTER_MS = 100;

let crc32OfMany = ownCrc32;

/** The CRC-32 for records of the journal, by whichever way is quicker. */
export function recordCrc32(bytes: Uint8Array): number {
  return bytes.length <= SMALL_BYTES ? ownCrc32(bytes) : crc32OfMany(bytes);
}

/** Lets large records be checked by Node's own, a moment from now. */
export function useNodesCrc32Soon(): void {
  setTimeout(() => {
    crc32OfMany = nodesCrc32;
  }, USE_AFTER_MS).unref();
}
