const MS_PER_UNTIMED_FRAME = 1_000;

/** Gives every entry of a recording a time, in ms: its own or, if it has none, one second after the entry before it. */
export class Clock {
  #lastMs: number;

  constructor(lastMs = 0) {
    this.#lastMs = lastMs;
  }

  /** The time of the last entry. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** @param ns its own time, in ns since time zero */
  timeOf(ns: number | undefined): number {
    this.#lastMs = ns === undefined ? this.#lastMs + MS_PER_UNTIMED_FRAME : ns / 1e6;
    return this.#lastMs;
  }
}
