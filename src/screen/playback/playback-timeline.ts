/** When the entries of a recording came: what a timeline is made of. Seqs go from 0 to `entries` - 1. */
export interface EntryTimes {
  /** How many there are by now. */
  readonly entries: number;
  /** In ns since time zero; undefined where it has no time of its own. */
  atNs(seq: number): number | undefined;
}

/** How far apart entries stand in a recording that has no times. */
const MS_PER_UNTIMED_ENTRY = 1_000;

/** The entries of a recording along its time, in ms; looked up, never listed: there may be millions, and more may come. */
export class Timeline {
  readonly #times: EntryTimes;
  readonly #hasTimes: boolean;

  /** @param hasTimes false where the entries have no times of their own: they stand a second apart then */
  constructor(times: EntryTimes, hasTimes: boolean) {
    this.#times = times;
    this.#hasTimes = hasTimes;
  }

  get entries(): number {
    return this.#times.entries;
  }

  /** Of the last entry; -1 where there is none. */
  get lastSeq(): number {
    return this.#times.entries - 1;
  }

  get startMs(): number {
    return this.timeOf(0);
  }

  get endMs(): number {
    return this.timeOf(this.lastSeq);
  }

  /** The time of an entry: that of the one before it, where it has none. Before the first: that of the first. */
  timeOf(seq: number): number {
    const place = Math.max(0, Math.min(seq, this.lastSeq));
    if (!this.#hasTimes) return place * MS_PER_UNTIMED_ENTRY;
    for (let at = place; at >= 0; at -= 1) {
      const ns = this.#times.atNs(at);
      if (ns !== undefined) return ns / 1e6;
    }
    return 0;
  }

  /** The last entry that had come at a time; -1 where none had. */
  seqAt(ms: number): number {
    return this.firstWhere((timeMs) => timeMs > ms) - 1;
  }

  /** The first entry of whose time something is true that then stays true; `entries` where it is of none. */
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
