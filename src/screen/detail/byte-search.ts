import { GrowingNumbers } from '../../wire/json/growing-numbers.js';

/** More hits than these are not kept: no one goes through them. */
const MOST_HITS = 100_000;

const BYTES = 256;
const encoder = new TextEncoder();

/**
 * Looks for a text in bytes, a little at a time; without regard to case if it is all in small letters (of ASCII). In JSON
 * it is also found as JSON spells it.
 */
export class ByteSearch {
  readonly text: string;
  readonly hits = new GrowingNumbers();
  readonly #bytes: Uint8Array;
  readonly #needles: readonly Needle[];
  #at = 0;
  #isDone: boolean;

  constructor(bytes: Uint8Array, text: string) {
    this.text = text;
    this.#bytes = bytes;
    const spelled = JSON.stringify(text).slice(1, -1);
    // where JSON only puts a backslash before it, it is found without
    this.#needles = (spelled.endsWith(text) ? [text] : [text, spelled]).map((each) => new Needle(each));
    this.#isDone = text === '';
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether there may be more hits than were kept. */
  get isCut(): boolean {
    return this.hits.length >= MOST_HITS;
  }

  /** Looks further. @param bytes how many @returns whether all was looked through */
  step(bytes: number): boolean {
    if (this.#isDone) return true;
    const until = Math.min(this.#bytes.length, this.#at + bytes);
    const found = this.#needles.flatMap((needle) => needle.findIn(this.#bytes, this.#at, until));
    for (const hit of found.sort((a, b) => a - b)) if (!this.isCut) this.hits.push(hit);
    this.#at = until;
    this.#isDone = until === this.#bytes.length || this.isCut;
    return this.#isDone;
  }

  /** Which hit is the first at or behind a byte; as many as there are if none is. */
  countBefore(offset: number): number {
    return offset === 0 ? 0 : this.hits.countUpTo(offset - 1);
  }
}

/** A text as bytes, and how far the search may go on where its last byte does not fit (Horspool). */
class Needle {
  readonly #bytes: Uint8Array;
  readonly #folded: Uint8Array;
  readonly #skips: Uint32Array;

  constructor(text: string) {
    this.#folded = Uint8Array.from({ length: BYTES }, (_, byte) => byte);
    // capital letters of ASCII as small ones
    if (!/\p{Lu}/u.test(text)) for (let byte = 0x41; byte <= 0x5a; byte += 1) this.#folded[byte] = byte | 0x20;
    this.#bytes = encoder.encode(text);
    const { length } = this.#bytes;
    this.#skips = new Uint32Array(BYTES).fill(length);
    for (let i = 0; i < length - 1; i += 1) this.#skips[this.#bytes[i] ?? 0] = length - 1 - i;
  }

  /** Where it begins from `from` on, before `until`. */
  findIn(bytes: Uint8Array, from: number, until: number): number[] {
    const hits: number[] = [];
    const last = this.#bytes.length - 1;
    let at = from;
    while (at < until && at + last < bytes.length) {
      const end = this.#folded[bytes[at + last] ?? 0] ?? 0;
      if (end === this.#bytes[last] && this.#fits(bytes, at)) hits.push(at);
      at += this.#skips[end] ?? 1;
    }
    return hits;
  }

  #fits(bytes: Uint8Array, at: number): boolean {
    for (let i = this.#bytes.length - 2; i >= 0; i -= 1) {
      if (this.#folded[bytes[at + i] ?? 0] !== this.#bytes[i]) return false;
    }
    return true;
  }
}
