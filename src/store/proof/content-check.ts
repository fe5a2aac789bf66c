const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/**
 * A 32-bit hash of bytes (MurmurHash3), the same in whatever pieces they come. It shows where an accidental change is. The proof that there
 * is none is a SHA-256 sum.
 */
export class ContentCheck {
  #hash = 0;
  /** The bytes after the last whole word; the first one is the lowest byte. */
  #word = 0;
  #length = 0;

  add(bytes: Uint8Array): this {
    let at = 0;
    while (at < bytes.length && (this.#length & 3) !== 0) this.#addByte(bytes[at++] ?? 0);
    const wholeEnd = bytes.length - ((bytes.length - at) & 3);
    this.#length += wholeEnd - at;
    let hash = this.#hash;
    // read byte by byte: for short lines this takes half the time of a DataView, and less than zlib.crc32
    for (; at < wholeEnd; at += 4) {
      const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
      hash = mixWord(hash, low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
    }
    this.#hash = hash;
    while (at < bytes.length) this.#addByte(bytes[at++] ?? 0);
    return this;
  }

  /** Adds four bytes; everything before must be whole words. */
  addWord(word: number): void {
    this.#hash = mixWord(this.#hash, word);
    this.#length += 4;
  }

  /** From 0 to 2^32 - 1. */
  value(): number {
    let hash = this.#hash ^ scrambled(this.#word) ^ this.#length;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  #addByte(byte: number): void {
    this.#word |= byte << ((this.#length & 3) * 8);
    this.#length += 1;
    if ((this.#length & 3) !== 0) return;
    this.#hash = mixWord(this.#hash, this.#word);
    this.#word = 0;
  }
}

function mixWord(hash: number, word: number): number {
  const mixed = hash ^ scrambled(word);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function scrambled(word: number): number {
  const spread = Math.imul(word, C1);
  return Math.imul((spread << 15) | (spread >>> 17), C2);
}
