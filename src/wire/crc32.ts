/** Bytes that are taken in one step, each with a table of its own. */
const BYTES_A_STEP = 8;
const POLYNOMIAL = 0xedb88320;

/** What each value of a byte comes to, when as many bytes as the number of the table follow it in a step. */
const TABLES = tables();

/** The CRC-32 of zip, PNG and `zlib.crc32`, of all bytes; from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  const at = (i: number): number => bytes[i] ?? 0;
  let crc = -1;
  let i = 0;
  for (const last = bytes.length - BYTES_A_STEP; i <= last; i += BYTES_A_STEP) {
    crc ^= at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24);
    crc =
      look(7, crc) ^
      look(6, crc >>> 8) ^
      look(5, crc >>> 16) ^
      look(4, crc >>> 24) ^
      look(3, at(i + 4)) ^
      look(2, at(i + 5)) ^
      look(1, at(i + 6)) ^
      look(0, at(i + 7));
  }
  for (; i < bytes.length; i += 1) crc = (crc >>> 8) ^ look(0, crc ^ at(i));
  return ~crc >>> 0;
}

function look(table: number, byte: number): number {
  return TABLES[(table << 8) | (byte & 0xff)] ?? 0;
}

function tables(): Int32Array {
  const all = new Int32Array(BYTES_A_STEP * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    all[byte] = crc;
  }
  for (let i = 256; i < all.length; i += 1) {
    const crc = all[i - 256] ?? 0;
    all[i] = (crc >>> 8) ^ (all[crc & 0xff] ?? 0);
  }
  return all;
}
