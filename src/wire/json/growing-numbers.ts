const FIRST_ROOM = 64;

/** Whole numbers below 2^32 in a row, four bytes each. */
export class GrowingNumbers {
  #numbers = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#numbers.byteLength;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  /** @returns 0 behind the end */
  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  set(index: number, number: number): void {
    this.#numbers[index] = number;
  }

  /** Takes the last ones away. */
  shorten(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** Takes over all of `others` from `from` up to `to`, in place of its own. */
  replace(others: GrowingNumbers, from: number, to: number): void {
    this.#length = 0;
    for (let i = from; i < to; i += 1) this.push(others.at(i));
  }

  /** The number of those, which must be in order, that are not above `number`. */
  countUpTo(number: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbers[middle] ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
