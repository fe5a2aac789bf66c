import { GrowingNumbers } from '../../wire/json/growing-numbers.js';

/** The most hits that are kept: nobody goes through more. */
const MOST_HITS = 100_000;

const BYTES = 256;
const encoder = new TextEncoder();

/**
 * Searches bytes for a text, a little at a time. If the text is all lower case, ASCII case is ignored. In JSON, the escaped spelling of the
 * text is found as well.
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
    // if the JSON spelling only adds a backslash before the text, the text itself is found in it
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

  /** Searches on. @param bytes how many @returns whether everything was searched */
  step(bytes: number): boolean {
    if (this.#isDone) return true;
    const until = Math.min(this.#bytes.length, this.#at + bytes);
    const found = this.#needles.flatMap((needle) => needle.findIn(this.#bytes, this.#at, until));
    for (const hit of found.sort((a, b) => a - b)) if (!this.isCut) this.hits.push(hit);
    this.#at = until;
    this.#isDone = until === this.#bytes.length || this.isCut;
    return this.#isDone;
  }

  /** The index of the first hit at or after a byte; the number of hits if there is none. */
  countBefore(offset: number): number {
    return offset === 0 ? 0 : this.hits.countUpTo(offset - 1);
  }
}

/** A text as bytes, and how far the search may skip if its last byte does not match (Horspool). */
class Needle {
  readonly #bytes: Uint8Array;
  readonly #folded: Uint8Array;
  readonly #skips: Uint32Array;

  constructor(text: string) {
    this.#folded = Uint8Array.from({ length: BYTES }, (_, byte) => byte);
    // upper-case ASCII letters count as lower-case ones
    if (!/\p{Lu}/u.test(text)) for (let byte = 0x41; byte <= 0x5a; byte += 1) this.#folded[byte] = byte | 0x20;
    this.#bytes = encoder.encode(text);
    const { length } = this.#bytes;
    this.#skips = new Uint32Array(BYTES).fill(length);
    for (let i = 0; i < length - 1; i += 1) this.#skips[this.#bytes[i] ?? 0] = length - 1 - i;
  }

  /** The places where it begins, from `from` on and before `until`. */
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
