import type { Database } from '../../store/schema/sqlite.js';
import { timelineOf } from '../../store/query/timeline.js';
import type { TimelineEntry } from '../../wire/frame.js';

const PAGE_ENTRIES = 64;
const KEPT_PAGES = 96;
/** The most bytes of frames that pages keep in memory. */
const KEPT_BYTES = 8 * 1024 * 1024;

interface Page {
  readonly entries: ReadonlyMap<number, TimelineEntry>;
  readonly bytes: number;
  /** Whether the page has all its entries, so that none can be added. */
  readonly isFull: boolean;
}

/** The entries of a recording, read by page. The pages that were used last stay in memory. */
export class TimelinePages {
  readonly #db: Database;
  readonly #recording: number;
  /** The page that was used last is the last entry. */
  readonly #pages = new Map<number, Page>();
  #bytes = 0;

  constructor(db: Database, recording: number) {
    this.#db = db;
    this.#recording = recording;
  }

  entry(seq: number): TimelineEntry | undefined {
    if (seq < 0) return undefined;
    const number = Math.floor(seq / PAGE_ENTRIES);
    return (this.#pages.get(number) ?? this.#load(number)).entries.get(seq);
  }

  /** Call this when entries may have been added: pages that were not full are read again. */
  grow(): void {
    for (const [number, { isFull }] of this.#pages) if (!isFull) this.#forget(number);
  }

  #load(number: number): Page {
    const from = number * PAGE_ENTRIES;
    const entries = new Map<number, TimelineEntry>();
    let bytes = 0;
    for (const entry of timelineOf(this.#db, this.#recording, { from, to: from + PAGE_ENTRIES - 1 })) {
      entries.set(entry.seq, entry);
      if (entry.type === 'frame') bytes += entry.head.length;
    }
    const page = { entries, bytes, isFull: entries.size === PAGE_ENTRIES };
    this.#pages.set(number, page);
    this.#bytes += bytes;
    for (const oldest of this.#pages.keys()) {
      if (oldest === number || (this.#pages.size <= KEPT_PAGES && this.#bytes <= KEPT_BYTES)) break;
      this.#forget(oldest);
    }
    return page;
  }

  #forget(number: number): void {
    this.#bytes -= this.#pages.get(number)?.bytes ?? 0;
    this.#pages.delete(number);
  }
}
