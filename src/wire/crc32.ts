/** The number of bytes per step, each with a table of its own. */
const BYTES_A_STEP = 4;
const POLYNOMIAL = 0xedb88320;

/** For each byte value, its share of the CRC. Table n is for a byte with n more bytes after it in the step. */
const TABLES = tables();

/**
 * The CRC-32 of zip, PNG and `zlib.crc32`, of all bytes; from 0 to 2^32 - 1. A tap computes its first sums before this code is compiled,
 * while its client waits. So it is one loop without calls, with small tables, and without a DataView of the bytes.
 */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  let i = 0;
  for (const last = bytes.length - BYTES_A_STEP; i <= last; i += BYTES_A_STEP) {
    crc ^= (bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8) | ((bytes[i + 2] ?? 0) << 16) | ((bytes[i + 3] ?? 0) << 24);
    crc =
      (TABLES[768 | (crc & 0xff)] ?? 0) ^
      (TABLES[512 | ((crc >>> 8) & 0xff)] ?? 0) ^
      (TABLES[256 | ((crc >>> 16) & 0xff)] ?? 0) ^
      (TABLES[crc >>> 24] ?? 0);
  }
  for (; i < bytes.length; i += 1) crc = (crc >>> 8) ^ (TABLES[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

function tables(): Int32Array {
  const all = new Int32Array(BYTES_A_STEP * 256);
  const at = (i: number): number => all[i] ?? 0;
  // first the single bits; all other bytes are the XOR of these
  for (let bit = 128, crc = 1; bit > 0; bit >>= 1) {
    crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    all[bit] = crc;
  }
  for (let bit = 2; bit < 256; bit <<= 1) for (let i = 1; i < bit; i += 1) all[bit + i] = at(bit) ^ at(i);
  for (let i = 256; i < all.length; i += 1) all[i] = (at(i - 256) >>> 8) ^ at(at(i - 256) & 0xff);
  return all;
}
