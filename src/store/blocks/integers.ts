/** Writes whole numbers, small ones in few bytes. */
export class IntegerWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #at = 0;

  /** @throws {RangeError} for a number that is not a safe integer */
  put(value: number): void {
    // the sign is the last bit, so that small negative numbers stay small too
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    if (!Number.isInteger(value) || !Number.isSafeInteger(rest))
      throw new RangeError(`${value} is beyond what a block can hold`);
    if (this.#at + MOST_BYTES > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    }
    while (rest >= 128) {
      this.#bytes[this.#at] = (rest % 128) + 128;
      this.#at += 1;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#at] = rest;
    this.#at += 1;
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
}

/** The most bytes for a safe integer and its sign. */
const MOST_BYTES = 8;

/** Reads the numbers of an {@link IntegerWriter}. */
export class IntegerReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where the next number begins. */
  get at(): number {
    return this.#at;
  }

  /** @throws {RangeError} if there is none */
  next(): number {
    const first = this.#bytes[this.#at] ?? 128;
    if (first < 128) {
      this.#at += 1;
      return (first & 1) === 0 ? first >> 1 : -((first + 1) >> 1);
    }
    return this.#nextLong();
  }

  #nextLong(): number {
    let rest = 0;
    let unit = 1;
    for (let i = 0; i < MOST_BYTES; i += 1) {
      const byte = this.#bytes[this.#at + i];
      if (byte === undefined) break;
      // with 32-bit arithmetic while the number fits, because that is faster
      if (i < 4) rest |= (byte & 127) << (7 * i);
      else rest += (byte & 127) * unit;
      unit *= 128;
      if (byte < 128) {
        this.#at += i + 1;
        return rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
      }
    }
    throw new RangeError('a number does not end');
  }
}
