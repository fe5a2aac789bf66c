import type { Severity } from '../../check/engine/severity.js';

const RANK: Readonly<Record<Severity, number>> = { info: 1, warning: 2, error: 3 };
const SEVERITY = ['info', 'warning', 'error'] as const;

/** Which entries have violations, and how severe: for the gutter, and to go from one to the next. */
export class Marks {
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  /** In order. */
  readonly #seqs: number[] = [];
  readonly #worst = new Map<number, number>();

  /** How many entries have a violation. */
  get size(): number {
    return this.#seqs.length;
  }

  add(seq: number, severity: Severity): void {
    this.counts[severity] += 1;
    const before = this.#worst.get(seq);
    this.#worst.set(seq, Math.max(before ?? 0, RANK[severity]));
    if (before !== undefined) return;
    // new entries usually belong at the end
    if (seq > (this.#seqs.at(-1) ?? -1)) this.#seqs.push(seq);
    else this.#seqs.splice(this.#after(seq), 0, seq);
  }

  /** The worst at an entry. */
  at(seq: number): Severity | undefined {
    const rank = this.#worst.get(seq);
    return rank === undefined ? undefined : SEVERITY[rank - 1];
  }

  /** The worst of the entries from one to another, both included. */
  worstBetween(from: number, to: number): Severity | undefined {
    let worst = 0;
    const behind = this.#after(to);
    for (let at = this.#after(from - 1); at < behind; at += 1) {
      worst = Math.max(worst, this.#worst.get(this.#seqs[at] ?? -1) ?? 0);
      if (worst === RANK.error) break;
    }
    return worst === 0 ? undefined : SEVERITY[worst - 1];
  }

  /** How many entries of a range have a violation of at least this severity, both ends included. */
  countBetween(from: number, to: number, least: Severity): number {
    const [first, behind] = [this.#after(from - 1), this.#after(to)];
    if (least === 'info') return behind - first;
    let count = 0;
    for (let at = first; at < behind; at += 1) {
      if ((this.#worst.get(this.#seqs[at] ?? -1) ?? 0) >= RANK[least]) count += 1;
    }
    return count;
  }

  /** The next entry with a violation; after the last one, the first. */
  next(seq: number): number | undefined {
    return this.#seqs[this.#after(seq)] ?? this.#seqs[0];
  }

  /** The previous entry with a violation; before the first one, the last. */
  previous(seq: number): number | undefined {
    return this.#seqs[this.#after(seq - 1) - 1] ?? this.#seqs.at(-1);
  }

  /** How many are at or before `seq`. */
  #after(seq: number): number {
    let [low, high] = [0, this.#seqs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seqs[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
