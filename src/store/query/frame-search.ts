import type { Database } from '../schema/sqlite.js';
import type { Filter } from '../../filter/filter.js';
import { FilterScan, type ScanOptions } from './filter-scan.js';

export type SearchDirection = 'forward' | 'backward';

/** The number of a hit among all: `3 of 17`. */
export interface HitPlace {
  /** From 1; undefined if the entry is not a hit, or if hits before it are not counted yet. */
  readonly number: number | undefined;
  readonly count: number;
  /** Whether all entries were searched; in a live recording, all that were there. */
  readonly isCounted: boolean;
}

/** The hits on one side of the place where the search began. */
interface Side {
  readonly scan: FilterScan;
  /** The nearest first. */
  readonly hits: number[];
  /** How many entries were searched on this side. */
  scanned: number;
  done: boolean;
}

/**
 * A search in a recording, starting at the cursor. Hits near it are found first, on the wanted side, and in the end all are counted. It can
 * simply be abandoned.
 */
export class FrameSearch {
  readonly #from: number;
  readonly #behind: Side;
  readonly #before: Side;
  /** The side whose next hit was wanted last, but not known. */
  #wanted: Side;

  /** @param from the seq where the search begins */
  constructor(
    db: Database,
    recording: number,
    { filter, from, marks }: Pick<ScanOptions, 'marks'> & { readonly filter: Filter; readonly from: number },
  ) {
    const side = (options: ScanOptions): Side => {
      const scan = new FilterScan(db, recording, filter, { marks, ...options });
      return { scan, hits: [], scanned: 0, done: false };
    };
    this.#from = from;
    this.#behind = side({ from });
    this.#before = side({ to: from, backwards: true });
    this.#wanted = this.#behind;
  }

  /**
   * Searches on, first on the side where {@link next} did not know the answer.
   *
   * @returns whether everything was searched; in a live recording, a later step continues
   */
  step(budgetMs?: number): boolean {
    const other = this.#wanted === this.#behind ? this.#before : this.#behind;
    const side = this.#wanted.done && !other.done ? other : this.#wanted;
    // in a live recording, more entries may come at the end
    const chosen = side.done ? this.#behind : side;
    const { found, scanned, done } = chosen.scan.step(budgetMs);
    for (const seq of chosen === this.#before ? found.toReversed() : found) chosen.hits.push(seq);
    chosen.scanned = scanned;
    chosen.done = done;
    return this.#isCounted;
  }

  /**
   * The nearest hit after or before an entry; the search wraps around at the ends.
   *
   * @returns undefined if there is no hit at all; `unknown` if it takes more steps to know
   */
  next(seq: number, direction: SearchDirection): number | 'unknown' | undefined {
    return direction === 'forward' ? this.#nextBehind(seq) : this.#nextBefore(seq);
  }

  placeOf(seq: number): HitPlace {
    const [behind, before] = [this.#behind.hits, this.#before.hits];
    const at = countBelow(behind, seq);
    const nearer = countAbove(before, seq);
    const isBehind = behind[at] === seq;
    const isHit = isBehind || before[nearer] === seq;
    const number = isBehind ? before.length + at + 1 : before.length - nearer;
    return {
      number: isHit && this.#before.done ? number : undefined,
      count: before.length + behind.length,
      isCounted: this.#isCounted,
    };
  }

  get #isCounted(): boolean {
    return this.#behind.done && this.#before.done;
  }

  #nextBehind(seq: number): number | 'unknown' | undefined {
    const { hits } = this.#before;
    if (seq + 1 < this.#from) {
      if (!this.#isKnown(this.#before, this.#from - seq - 1)) return this.#unknown(this.#before);
      const hit = hits[countAbove(hits, seq) - 1];
      if (hit !== undefined) return hit;
    }
    const hit = this.#behind.hits[countBelow(this.#behind.hits, seq + 1)];
    if (hit !== undefined) return hit;
    if (!this.#isCounted) return this.#unknown(this.#behind.done ? this.#before : this.#behind);
    return hits.at(-1) ?? this.#behind.hits[0];
  }

  #nextBefore(seq: number): number | 'unknown' | undefined {
    const { hits } = this.#behind;
    if (seq > this.#from) {
      if (!this.#isKnown(this.#behind, seq - this.#from)) return this.#unknown(this.#behind);
      const hit = hits[countBelow(hits, seq) - 1];
      if (hit !== undefined) return hit;
    }
    const hit = this.#before.hits[countAbove(this.#before.hits, seq - 1)];
    if (hit !== undefined) return hit;
    if (!this.#isCounted) return this.#unknown(this.#before.done ? this.#behind : this.#before);
    return hits.at(-1) ?? this.#before.hits[0];
  }

  /** Whether the nearest `entries` entries of a side were searched. */
  #isKnown({ scanned, done }: Side, entries: number): boolean {
    return done || scanned >= entries;
  }

  #unknown(side: Side): 'unknown' {
    this.#wanted = side;
    return 'unknown';
  }
}

/** How many of these increasing numbers are below a limit. */
function countBelow(rising: readonly number[], limit: number): number {
  return countWhile(rising, (seq) => seq < limit);
}

/** How many of these decreasing numbers are above a limit. */
function countAbove(falling: readonly number[], limit: number): number {
  return countWhile(falling, (seq) => seq > limit);
}

/** How many numbers at the beginning fulfil a condition that no later ones fulfil. */
function countWhile(seqs: readonly number[], has: (seq: number) => boolean): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (has(seqs[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
