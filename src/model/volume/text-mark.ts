import { HASH_START } from '../turns/prompt-digest.js';
import type { TextMark } from '../state/volume.js';

/** A text is compared whole up to this length, and beyond it at so many places. */
const SAMPLES = 128;
/** So many characters of its end are kept, to find them in a window that has moved on: V8 copies so few. */
const TAIL = 12;
/** The window must agree with so much before those. */
const BEFORE_TAIL = 4_096;
/** A shorter beginning may be the same by chance. */
const SHORTEST = 16;

/** What it takes to recognize a text later. */
export function markOf(text: string): TextMark {
  const { length } = text;
  const { hash, bytes } = sampled(text, 0, length);
  if (length < TAIL + BEFORE_TAIL) return { length, bytes, hash, tail: '', tailHash: 0 };
  return { length, bytes, hash, tail: text.slice(-TAIL), tailHash: hashBefore(text, length - TAIL) };
}

/**
 * How much of a text was there before, in bytes: it begins with the earlier text, or it is a window on an output that
 * has moved on, as of a tool that sends the last 100 kB of its output again and again.
 */
export function repeatedBytes(text: string, before: TextMark): number {
  if (before.length < SHORTEST && text.length !== before.length) return 0;
  if (text.length >= before.length && sampled(text, 0, before.length).hash === before.hash) return before.bytes;
  if (before.tail === '') return 0;
  const at = text.lastIndexOf(before.tail);
  // if the end is where it was, then something before it changed
  if (at < BEFORE_TAIL || at + TAIL >= before.length || hashBefore(text, at) !== before.tailHash) return 0;
  return sampled(text, 0, at + TAIL).bytes;
}

function hashBefore(text: string, end: number): number {
  return sampled(text, end - BEFORE_TAIL, BEFORE_TAIL).hash;
}

/**
 * FNV-1a over a part of a text, and its bytes in UTF-8. Of a long one it takes a character in each of as many equal parts,
 * at places that look random and depend on the length only; then the bytes are exact for ASCII, and else estimated.
 */
function sampled(text: string, begin: number, length: number): { readonly hash: number; readonly bytes: number } {
  let hash = HASH_START ^ length;
  let bytes = 0;
  if (length <= SAMPLES) {
    for (let at = begin; at < begin + length; at += 1) {
      const unit = text.charCodeAt(at);
      hash = Math.imul(hash ^ unit, 0x01000193);
      bytes += bytesOf(unit);
    }
    return { hash: hash >>> 0, bytes };
  }
  const part = length / SAMPLES;
  let random = length >>> 0;
  for (let i = 0; i < SAMPLES; i += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const unit = text.charCodeAt(begin + Math.floor((i + random / 2 ** 32) * part));
    hash = Math.imul(hash ^ unit, 0x01000193);
    bytes += bytesOf(unit);
  }
  return { hash: hash >>> 0, bytes: Math.round(bytes * part) };
}

/** Of a UTF-16 unit; each half of a surrogate pair is two of its four bytes. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
}
