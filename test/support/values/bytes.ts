import type { Arbitrary } from 'fast-check';
import { fc } from './property.js';

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Bytes as text, one character a byte: for comparing, and for reading what differs. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** The bytes that {@link latin1} text stands for. */
export function fromLatin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

/** What wires carry when they carry no good: NUL, CR, CRLF, halves of characters, a BOM, blank lines. */
const NASTY = [
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\0',
  '\xef\xbb\xbf',
  '\xff',
  '\xc3',
  '\xa9',
  '\xed\xa0\x80',
  '\xf0\x9f',
  ' \t',
];

/** Any bytes, with many newlines among them. */
export function wireBytes(maxPieces = 12): Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    fc.constantFrom(...NASTY).map(fromLatin1),
    fc.constant(utf8('\n')),
    fc.uint8Array({ maxLength: 12 }),
    fc.string({ maxLength: 8 }).map(utf8),
  );
  return fc.array(piece, { maxLength: maxPieces }).map(concat);
}

/** Places to cut at, for {@link cutAt}. */
export function cuts(maxLength = 8): Arbitrary<readonly number[]> {
  return fc.array(fc.nat(), { maxLength });
}

/** `bytes` in pieces, some of which may be empty. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const offsets = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...offsets, bytes.length].map((end, i) => bytes.slice(offsets[i - 1] ?? 0, end));
}
