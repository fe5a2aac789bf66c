import { GrowingNumbers } from './growing-numbers.js';
import type { LongTexts } from './json-reader.js';

/** The ends of long texts, in their order. */
export class KnownTexts implements LongTexts {
  readonly #froms = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();

  get bytes(): number {
    return this.#froms.bytes + this.#ends.bytes;
  }

  endOf(from: number): number | undefined {
    const index = this.#froms.countUpTo(from) - 1;
    return index >= 0 && this.#froms.at(index) === from ? this.#ends.at(index) : undefined;
  }

  found(from: number, to: number): void {
    const { length } = this.#froms;
    // read again
    if (length > 0 && this.#froms.at(length - 1) >= from) return;
    this.#froms.push(from);
    this.#ends.push(to);
  }
}
