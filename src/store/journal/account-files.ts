import { createHash } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endsAccount, MOST_ACCOUNT_BYTES } from '../../inside/account.js';
import { readInput } from '../../input-file.js';
import { deflated } from '../blocks/deflated.js';
import { whyNotToIngest } from '../schema/foreign-hands.js';
import { accountPath, isRecordingId, journalFolder } from '../schema/locate.js';
import type { Database } from '../schema/sqlite.js';
import { tryToWrite } from '../schema/try-to-write.js';
import { namesIn } from './damaged-journals.js';

/** How long a command waits for the lock, in ms: the next one can do it as well. */
const BUSY_MS = 200;
/** A receiver that has written nothing for so long after the end of its recording, in ms, was killed. */
const SILENT_MS = 10_000;

/** Of a file, to see whether its last line is there. */
const LAST_BYTES = 64;

/** What a receiver has written so far; undefined if there is no such file, or none to be read. */
export function writtenAccount(database: string, id: string): Buffer | undefined {
  if (database === '' || !isRecordingId(id)) return undefined;
  const path = accountPath(join(journalFolder(database), id));
  // a link would lead elsewhere
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    // a line that was written in part is not counted
    return readInput(path, { mayBePipe: false, mostBytes: 2 * MOST_ACCOUNT_BYTES });
  } catch {
    return undefined;
  }
}

/** Brings into the database what receivers have written whose recordings have ended, and takes their files away. */
export function bringInAccounts(db: Database): void {
  const ids = namesIn(journalFolder(db.name)).flatMap((name) => /^([0-9a-z]{16})\.inside$/.exec(name)?.[1] ?? []);
  if (ids.length === 0 || whyNotToIngest(db.name) !== undefined) return;
  tryToWrite(db, BUSY_MS, () => {
    for (const id of ids) bringInAccount(db, id);
  });
}

/**
 * Brings in the account of one recording, if its receiver has ended.
 *
 * @returns false as long as more of it can come
 */
export function bringInAccount(db: Database, id: string): boolean {
  const path = accountPath(join(journalFolder(db.name), id));
  const bytes = writtenAccount(db.name, id);
  if (bytes === undefined) return true;
  if (!endsAccount(bytes.toString('latin1', Math.max(0, bytes.length - LAST_BYTES))) && !isSilent(path)) return false;
  const sha256 = createHash('sha256').update(bytes).digest();
  const row = [bytes.length, sha256, deflated(bytes)];
  const bringIn = db.transaction(() => {
    const recording = db
      .prepare(`SELECT number FROM recording WHERE id = ? AND state NOT IN ('live', 'unknown')`)
      .pluck()
      .get(id) as number | undefined;
    if (recording === undefined) return false;
    db.prepare('INSERT OR REPLACE INTO account VALUES (?, ?, ?, ?)').run(recording, ...row);
    return true;
  });
  if (!bringIn.immediate()) return false;
  rmSync(path, { force: true });
  return true;
}

function isSilent(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined || Date.now() - stat.mtimeMs > SILENT_MS;
}
