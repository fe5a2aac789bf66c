import { setTimeout as sleep } from 'node:timers/promises';
import { Packer } from '../../store/blocks/pack.js';
import { freedPages, giveSomeBack } from '../../store/query/remove.js';
import { openDatabase, waitForLocks } from '../../store/schema/open-database.js';
import type { Database } from '../../store/schema/sqlite.js';
import { applyPolicy, type KeepPolicy } from './keep-policy.js';

/** Between two steps, in ms: taps that write to the same database, and whoever works at this machine, go first. */
const PAUSE_MS = 5;
/** Between two tries while another process writes, in ms. */
const LOCKED_MS = 30;
/** How long a removal waits for a lock, in ms. */
const REMOVING_BUSY_MS = 5000;
/** Another process that writes so long, in ms, is left alone: the next recording that ends goes on. */
const GIVE_UP_AFTER_MS = 60_000;

/**
 * What is to be done at leisure in a database: removes what its policy lets go, makes recordings that have ended small, and
 * gives the space back. It may be killed at any moment and run several times at once; whatever is left is for the next time.
 *
 * @param policy undefined where nothing may be removed
 * @param latest the id of the recording that has just ended, which no policy takes
 */
export async function keepHouse(database: string, policy: KeepPolicy | undefined, latest: string): Promise<void> {
  // no waiting inside SQLite: the pauses are ours
  const db = openDatabase(database, { create: false, busyMs: 0 });
  try {
    // what is too old need not be made small first; what takes too much is known afterwards
    if (policy?.days !== undefined) await apply(db, { days: policy.days }, latest);
    await makeAllSmall(db, () => undefined);
    if (policy?.bytes !== undefined) await apply(db, policy, latest);
    while (await patiently(() => giveSomeBack(db)));
  } finally {
    db.close();
  }
}

/**
 * Makes all recordings that have ended small at once, and gives the space back.
 *
 * @param progress told what comes next: so many of so many recordings are done
 * @returns how many recordings are smaller now
 * @throws what SQLite says of a lock that is held for long
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
  // a removal has several steps: it is better not to be sent away between them
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
      // of a table that someone has changed; it stays as it is
      if (!(thrown instanceof RangeError)) throw thrown;
    }
    while (freedPages(db) > 0 && (await patiently(() => giveSomeBack(db))));
  }
  return made;
}

/** Does a piece of work as soon as nobody else writes. @throws what SQLite says of a lock that is held for long */
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
