import { setTimeout as sleep } from 'node:timers/promises';
import { bringInAccount, writtenAccount } from '../../store/journal/account-files.js';
import { openDatabase } from '../../store/schema/open-database.js';

const LOOK_AGAIN_MS = 100;
/** A receiver ends a second after its agent; what takes longer than this, in ms, is for the next command. */
const PATIENCE_MS = 5000;

/** Brings in what the agent of a recording told of itself, as soon as nothing more of it can come. */
export async function awaitAccount(database: string, id: string): Promise<void> {
  if (writtenAccount(database, id) === undefined) return;
  const db = openDatabase(database, { create: false, busyMs: PATIENCE_MS });
  try {
    const until = performance.now() + PATIENCE_MS;
    while (!bringInAccount(db, id) && performance.now() < until) await sleep(LOOK_AGAIN_MS);
  } finally {
    db.close();
  }
}
