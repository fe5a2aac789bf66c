import type { Place } from '../../fixture/format/read-fixture.js';

/** The places of a conversation's entries in their file. Consecutive lines are stored as one run. */
export class Places {
  readonly #runs: { readonly seq: number; readonly place: Place }[] = [];

  /** Call this in the order of seq. */
  note(seq: number, place: Place): void {
    const last = this.#runs.at(-1);
    if (last?.place.file === place.file && place.line - last.place.line === seq - last.seq) return;
    this.#runs.push({ seq, place });
  }

  of(seq: number): Place | undefined {
    const run = this.#runs[this.#runBefore(seq)];
    return run && { file: run.place.file, line: run.place.line + seq - run.seq };
  }

  /** Index of the last run that begins at `seq` or before; -1 if there is none. */
  #runBefore(seq: number): number {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
