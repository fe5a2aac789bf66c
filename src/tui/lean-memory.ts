import { setFlagsFromString } from 'node:v8';
import { keepPages } from '../store/schema/open-database.js';
import type { Database } from '../store/schema/sqlite.js';

/** The size of SQLite's page cache, in KiB. It can be small: reading a screen again takes less than a millisecond. */
const PAGE_CACHE_KIB = 4_000;

/**
 * Makes this process use little memory, because a screen may stay open all day. Call it before the terminal is taken: if V8 does not know
 * these flags, it says so on stderr.
 */
export function useLittleMemory(db: Database): void {
  keepPages(db, PAGE_CACHE_KIB);
  // otherwise the space for new objects grows to 32 MB after some hundred keys and never shrinks; a quarter is enough for the objects of
  // one key
  setFlagsFromString('--semi-space-growth-factor=1');
  // otherwise garbage is collected only when it is four times as large as the memory in use
  setFlagsFromString('--heap-growing-percent=50');
}
