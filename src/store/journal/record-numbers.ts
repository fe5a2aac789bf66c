/** Numbers that are missing, from `from` up to but not including `to`. */
interface Hole {
  readonly from: number;
  readonly to: number;
}

/** Which numbers of records were seen: a record may stand in a journal twice, or too late. One without a number is always new. */
export class RecordNumbers {
  #next: number | undefined;
  /** In order: new ones come at the end. */
  readonly #holes: Hole[] = [];
  readonly #late = new Set<number>();

  /** @param next the number of the first record; undefined if that may be any */
  constructor(next: number | undefined) {
    this.#next = next;
  }

  isNew(number: number | undefined): boolean {
    if (number === undefined || this.#next === undefined) return true;
    return number >= this.#next || (this.#isInHole(number) && !this.#late.has(number));
  }

  /** Takes note of a number; returns whether it is new. */
  take(number: number | undefined): boolean {
    if (number === undefined) return true;
    if (!this.isNew(number)) return false;
    this.#next ??= number;
    if (number < this.#next) this.#late.add(number);
    else {
      if (number > this.#next) this.#holes.push({ from: this.#next, to: number });
      this.#next = number + 1;
    }
    return true;
  }

  #isInHole(number: number): boolean {
    let [low, high] = [0, this.#holes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#holes[middle]?.to ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    return (this.#holes[low]?.from ?? Infinity) <= number;
  }
}
