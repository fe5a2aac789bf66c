import { setTimeout as sleep } from 'node:timers/promises';
import { Packer } from '../../store/blocks/pack.js';
import { freedPages, giveSomeBack } from '../../store/query/remove.js';
import { openDatabase, waitForLocks } from '../../store/schema/open-database.js';
import type { Database } from '../../store/schema/sqlite.js';
import { applyPolicy, type KeepPolicy } from './keep-policy.js';

/** The pause between two steps, in ms: taps that write to the same database, and other work on this machine, go first. */
const PAUSE_MS = 5;
/** Between two tries while another process writes, in ms. */
const LOCKED_MS = 30;
/** How long a removal waits for a lock, in ms. */
const REMOVING_BUSY_MS = 5000;
/** If another process writes for this long, in ms, we give up; the next recording that ends continues. */
const GIVE_UP_AFTER_MS = 60_000;

/**
 * The background work in a database: removes recordings as the policy says, packs recordings that have ended, and gives the space back. It
 * may be killed at any moment and run several times at once; the next run does the rest.
 *
 * @param policy undefined if nothing may be removed
 * @param latest the id of the recording that has just ended, which no policy takes
 */
export async function keepHouse(database: string, policy: KeepPolicy | undefined, latest: string): Promise<void> {
  // SQLite must not wait for locks: we make our own pauses
  const db = openDatabase(database, { create: false, busyMs: 0 });
  try {
    // recordings that are too old need not be packed first; the size is known only after packing
    if (policy?.days !== undefined) await apply(db, { days: policy.days }, latest);
    await makeAllSmall(db, () => undefined);
    if (policy?.bytes !== undefined) await apply(db, policy, latest);
    while (await patiently(() => giveSomeBack(db)));
  } finally {
    db.close();
  }
}

/**
 * Packs all recordings that have ended at once, and gives the space back.
 *
 * @param progress called with the number of finished recordings and of all
 * @returns how many recordings were packed
 * @throws SQLite's error if a lock is held for too long
 */
export async function makeSmall(database: string, progress: (done: number, of: number) => void): Promise<number> {
  const db = openDatabase(database, { create: false, busyMs: 0 });
  try {
    const made = await makeAllSmall(db, progress);
    while (await patiently(() => giveSomeBack(db)));
    return made;
  } finally {
    db.close();
  }
}

async function apply(db: Database, policy: KeepPolicy, latest: string): Promise<void> {
  // a removal has several steps, so it waits for locks instead of being interrupted between them
  waitForLocks(db, REMOVING_BUSY_MS);
  await patiently(() => {
    applyPolicy(db, policy, latest);
  });
  waitForLocks(db, 0);
}

async function makeAllSmall(db: Database, progress: (done: number, of: number) => void): Promise<number> {
  const packer = new Packer(db);
  const unpacked = [...packer.unpacked()];
  let made = 0;
  for (const [done, recording] of unpacked.entries()) {
    progress(done, unpacked.length);
    try {
      if (!(await patiently(() => packer.claim(recording)))) continue;
      while (await patiently(() => packer.step(recording)));
      made += 1;
      await patiently(() => {
        packer.release(recording);
      });
    } catch (thrown) {
      // a recording with data that somebody has changed stays as it is
      if (!(thrown instanceof RangeError)) throw thrown;
    }
    while (freedPages(db) > 0 && (await patiently(() => giveSomeBack(db))));
  }
  return made;
}

/** Does some work as soon as no other process writes. @throws SQLite's error if a lock is held for too long */
async function patiently<Result>(work: () => Result): Promise<Result> {
  const until = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      const result = work();
      await sleep(PAUSE_MS);
      return result;
    } catch (thrown) {
      const isLocked = String((thrown as { code?: unknown }).code).startsWith('SQLITE_BUSY');
      if (!isLocked || performance.now() > until) throw thrown;
      await sleep(LOCKED_MS);
    }
  }
}
