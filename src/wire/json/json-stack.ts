import { GrowingNumbers } from './growing-numbers.js';

/** The numbers that are stored for each open array or object. */
const FIELDS = 4;
const LINE = 0;
const FROM = 1;
const BRACKET = 2;
const CHILDREN = 3;

/** The arrays and objects that are open at a place, from the outside in. */
export class JsonStack {
  readonly #numbers = new GrowingNumbers();

  get depth(): number {
    return this.#numbers.length / FIELDS;
  }

  /** @param line the line it opens in @param from where that line begins @param bracket where it opens */
  push(line: number, from: number, bracket: number): void {
    this.#numbers.push(line);
    this.#numbers.push(from);
    this.#numbers.push(bracket);
    this.#numbers.push(0);
  }

  pop(): void {
    this.#numbers.shorten(this.#numbers.length - FIELDS);
  }

  /** Counts one more value in the innermost array or object. */
  count(): void {
    const at = this.#numbers.length - FIELDS + CHILDREN;
    if (at >= 0) this.#numbers.set(at, this.#numbers.at(at) + 1);
  }

  line(level: number): number {
    return this.#numbers.at(level * FIELDS + LINE);
  }

  from(level: number): number {
    return this.#numbers.at(level * FIELDS + FROM);
  }

  bracket(level: number): number {
    return this.#numbers.at(level * FIELDS + BRACKET);
  }

  /** How many values of the array or object at `level` have begun. */
  children(level: number): number {
    return this.#numbers.at(level * FIELDS + CHILDREN);
  }

  /** Appends a copy to `into`. */
  saveTo(into: GrowingNumbers): void {
    for (let i = 0; i < this.#numbers.length; i += 1) into.push(this.#numbers.at(i));
  }

  /** @param at where the copy begins in `from` */
  restore(from: GrowingNumbers, at: number, depth: number): void {
    this.#numbers.replace(from, at, at + depth * FIELDS);
  }

  /** How many values of the array or object at `level` had begun when the copy at `at` was made. */
  static savedChildren(saved: GrowingNumbers, at: number, level: number): number {
    return saved.at(at + level * FIELDS + CHILDREN);
  }
}
