import type { Database } from '../schema/sqlite.js';
import type { Recording } from './recordings.js';

/** Converts times of a recording, which come from a monotonic clock, to wall-clock times. */
export class WallClock {
  /** At `atNs` the wall clock showed `wallUs`; the latest first. */
  readonly #anchors: readonly { readonly atNs: number; readonly wallUs: number }[];

  constructor(db: Database, { number, source, startedUs, recordedUs }: Recording) {
    const rows = db
      .prepare('SELECT at_ns AS atNs, wall_us AS wallUs FROM anchor WHERE recording = ? ORDER BY at_ns DESC')
      .all(number) as { atNs: number; wallUs: number }[];
    const zeroUs = source === 'tap' ? startedUs : recordedUs;
    this.#anchors = zeroUs === undefined ? rows : [...rows, { atNs: 0, wallUs: zeroUs }];
  }

  /** In µs since 1970; undefined if the wall-clock time is not known. */
  at(ns: number | undefined): number | undefined {
    if (ns === undefined) return undefined;
    const anchor = this.#anchors.find(({ atNs }) => atNs <= ns);
    return anchor && anchor.wallUs + (ns - anchor.atNs) / 1000;
  }

  /** The other way round, for something that was recorded elsewhere. @returns ns since time zero, before which it may be */
  nsAt(wallUs: number): number | undefined {
    const anchor = this.#anchors.find((each) => each.wallUs <= wallUs) ?? this.#anchors.at(-1);
    return anchor && anchor.atNs + (wallUs - anchor.wallUs) * 1000;
  }

  /** The same for a time that has not been recorded yet. @returns ns since time zero; undefined as above */
  nsOf(wallUs: number): number | undefined {
    const [latest] = this.#anchors;
    return latest && latest.atNs + (wallUs - latest.wallUs) * 1000;
  }
}
