import { setFlagsFromString } from 'node:v8';
import { keepPages } from '../store/schema/open-database.js';
import type { Database } from '../store/schema/sqlite.js';

/** Pages of the database that are kept, in KiB: what a screen shows is read anew in less than a millisecond. */
const PAGE_CACHE_KIB = 4_000;

/**
 * Has this process take little memory, as one that stands open all day should. Called before the terminal is taken: a V8
 * that knows no such flags says so on stderr.
 */
export function useLittleMemory(db: Database): void {
  keepPages(db, PAGE_CACHE_KIB);
  // the room for new objects else grows to 32 MB after some hundred keys and stays: what a key leaves fits into a quarter
  setFlagsFromString('--semi-space-growth-factor=1');
  // else what is left behind, as by each place that was gone to, is cleared away when it is four times what is in use
  setFlagsFromString('--heap-growing-percent=50');
}
