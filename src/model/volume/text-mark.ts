import { HASH_START } from '../turns/prompt-digest.js';
import type { TextMark } from '../state/volume.js';

/** A text is compared whole up to this length, and beyond it at so many places. */
const SAMPLES = 512;
/** So many characters of its end are kept, to find them in a window that has moved on. */
const TAIL = 64;
/** The window must agree with so much before those. */
const BEFORE_TAIL = 4_096;
/** A shorter beginning may be the same by chance. */
const SHORTEST = 16;

/** What it takes to recognize a text later. */
export function markOf(text: string): TextMark {
  const { length } = text;
  const tail = length < TAIL + BEFORE_TAIL ? '' : text.slice(-TAIL);
  const tailHash = tail === '' ? 0 : hashBefore(text, length - TAIL);
  return { length, bytes: utf8Bytes(text, length), hash: hashOf(text, length), tail, tailHash };
}

/**
 * How much of a text was there before, in bytes: it begins with the earlier text, or it is a window on an output that
 * has moved on, as of a tool that sends the last 100 kB of its output again and again.
 */
export function repeatedBytes(text: string, before: TextMark): number {
  if (before.length < SHORTEST && text.length !== before.length) return 0;
  if (text.length >= before.length && hashOf(text, before.length) === before.hash) return before.bytes;
  if (before.tail === '') return 0;
  const at = text.lastIndexOf(before.tail);
  // if the end is where it was, then something before it changed
  if (at < BEFORE_TAIL || at + TAIL >= before.length || hashBefore(text, at) !== before.tailHash) return 0;
  return utf8Bytes(text, at + TAIL);
}

/** FNV-1a over the beginning of a text. If it is long, over characters at random places that depend on the length only. */
function hashOf(text: string, length: number): number {
  return length <= SAMPLES ? hashRange(text, 0, length) : hashSamples(text, 0, length);
}

function hashBefore(text: string, end: number): number {
  return hashSamples(text, end - BEFORE_TAIL, BEFORE_TAIL);
}

function hashRange(text: string, begin: number, end: number): number {
  let hash = HASH_START ^ (end - begin);
  for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function hashSamples(text: string, begin: number, length: number): number {
  let hash = HASH_START ^ length;
  const places = new Places(length);
  for (let i = 0; i < SAMPLES; i += 1) hash = Math.imul(hash ^ text.charCodeAt(begin + places.next()), 0x01000193);
  return hash >>> 0;
}

/** The bytes of the beginning of a text in UTF-8: exact if it is short or ASCII, else by its sampled characters. */
function utf8Bytes(text: string, length: number): number {
  let bytes = 0;
  if (length <= SAMPLES) {
    for (let at = 0; at < length; at += 1) bytes += bytesOf(text.charCodeAt(at));
    return bytes;
  }
  const places = new Places(length);
  for (let i = 0; i < SAMPLES; i += 1) bytes += bytesOf(text.charCodeAt(places.next()));
  return Math.round((bytes / SAMPLES) * length);
}

/** Of a UTF-16 unit; each half of a surrogate pair is two of its four bytes. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
}

/** A place in each of as many equal parts of a text, somewhere else in each, and the same for the same length. */
class Places {
  readonly #part: number;
  #random: number;
  #index = 0;

  constructor(length: number) {
    this.#part = length / SAMPLES;
    this.#random = length >>> 0;
  }

  next(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    const place = Math.floor((this.#index + this.#random / 2 ** 32) * this.#part);
    this.#index += 1;
    return place;
  }
}
