/** The entries of a recording that are shown, one per row. A row is named by its seq, because there may be millions, and more may come. */
export interface Rows {
  /** The row that contains an entry, or the next row; undefined after the last row. */
  at(seq: number): number | undefined;
  next(row: number): number | undefined;
  previous(row: number): number | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** A row for each entry. */
export class AllRows implements Rows {
  readonly #source: { readonly entries: number };

  constructor(source: { readonly entries: number }) {
    this.#source = source;
  }

  get first(): number | undefined {
    return this.#source.entries === 0 ? undefined : 0;
  }

  get last(): number | undefined {
    return this.#source.entries === 0 ? undefined : this.#source.entries - 1;
  }

  at(seq: number): number | undefined {
    return seq < this.#source.entries ? Math.max(0, seq) : undefined;
  }

  next(row: number): number | undefined {
    return this.at(row + 1);
  }

  previous(row: number): number | undefined {
    return row <= 0 ? undefined : row - 1;
  }
}

/** A row for each entry that matches a filter; they are found one after the other. */
export class FoundRows implements Rows {
  readonly #seqs: readonly number[];

  /** @param seqs in order; it may grow */
  constructor(seqs: readonly number[]) {
    this.#seqs = seqs;
  }

  get first(): number | undefined {
    return this.#seqs[0];
  }

  get last(): number | undefined {
    return this.#seqs.at(-1);
  }

  at(seq: number): number | undefined {
    return this.#seqs[this.#before(seq)];
  }

  next(row: number): number | undefined {
    return this.#seqs[this.#before(row + 1)];
  }

  previous(row: number): number | undefined {
    return this.#seqs[this.#before(row) - 1];
  }

  /** How many come before `seq`. */
  #before(seq: number): number {
    let [low, high] = [0, this.#seqs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The rows of another list up to an entry: those that had come by then. */
export class RowsUntil implements Rows {
  readonly #rows: Rows;
  readonly #until: number;

  /** @param until the last entry that is shown */
  constructor(rows: Rows, until: number) {
    this.#rows = rows;
    this.#until = until;
  }

  get first(): number | undefined {
    return this.#within(this.#rows.first);
  }

  get last(): number | undefined {
    const { last } = this.#rows;
    if (last === undefined || last <= this.#until) return last;
    const behind = this.#rows.at(this.#until);
    return behind === undefined || behind <= this.#until ? behind : this.#rows.previous(behind);
  }

  at(seq: number): number | undefined {
    return this.#within(this.#rows.at(seq));
  }

  next(row: number): number | undefined {
    return this.#within(this.#rows.next(row));
  }

  previous(row: number): number | undefined {
    return this.#rows.previous(row);
  }

  #within(row: number | undefined): number | undefined {
    return row === undefined || row > this.#until ? undefined : row;
  }
}
