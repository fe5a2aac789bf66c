import type { FilterScan } from '../../store/query/filter-scan.js';
import type { Scan } from '../../screen/frame/conversation.js';

/** Collects what a scan of the database finds. */
export class RecordingScan implements Scan {
  readonly found: number[] = [];
  progress = 0;
  readonly #scan: FilterScan;

  constructor(scan: FilterScan) {
    this.#scan = scan;
  }

  step(): boolean {
    const wasDone = this.progress === 1;
    const { found, scanned, of, done } = this.#scan.step();
    for (const seq of found) this.found.push(seq);
    this.progress = done ? 1 : Math.min(0.999, scanned / Math.max(1, of));
    return !wasDone || !done || found.length > 0;
  }
}
