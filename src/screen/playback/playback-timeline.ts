/** The times of a recording's entries, for a timeline. Seqs go from 0 to `entries` - 1. */
export interface EntryTimes {
  /** How many there are by now. */
  readonly entries: number;
  /** In ns since time zero; undefined if the entry has no time. */
  atNs(seq: number): number | undefined;
}

/** The distance between two entries in a recording without times. */
const MS_PER_UNTIMED_ENTRY = 1_000;

/**
 * The entries of a recording along its time, in ms. They are looked up and never listed, because there may be millions, and more may come.
 */
export class Timeline {
  readonly #times: EntryTimes;
  readonly #hasTimes: boolean;

  /** @param hasTimes false if the entries have no times: they are then a second apart */
  constructor(times: EntryTimes, hasTimes: boolean) {
    this.#times = times;
    this.#hasTimes = hasTimes;
  }

  get entries(): number {
    return this.#times.entries;
  }

  /** The seq of the last entry; -1 if there is none. */
  get lastSeq(): number {
    return this.#times.entries - 1;
  }

  get startMs(): number {
    return this.timeOf(0);
  }

  get endMs(): number {
    return this.timeOf(this.lastSeq);
  }

  /** The time of an entry; if it has none, that of the entry before it. Before the first entry: the time of the first. */
  timeOf(seq: number): number {
    const place = Math.max(0, Math.min(seq, this.lastSeq));
    if (!this.#hasTimes) return place * MS_PER_UNTIMED_ENTRY;
    for (let at = place; at >= 0; at -= 1) {
      const ns = this.#times.atNs(at);
      if (ns !== undefined) return ns / 1e6;
    }
    return 0;
  }

  /** The last entry that had come by a time; -1 if none had. */
  seqAt(ms: number): number {
    return this.firstWhere((timeMs) => timeMs > ms) - 1;
  }

  /** The first entry whose time fulfils a condition that all later times fulfil too; `entries` if none does. */
  firstWhere(isTrue: (ms: number) => boolean): number {
    let [low, high] = [0, this.#times.entries];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isTrue(this.timeOf(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
