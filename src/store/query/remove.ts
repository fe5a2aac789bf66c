import { lstatSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import { STREAMS } from '../../wire/frame.js';
import { DERIVED_TABLES } from './kept-analysis.js';
import { keyOf } from '../schema/row-keys.js';
import { whyNotToIngest } from '../schema/foreign-hands.js';
import { isRecordingId, journalFolder } from '../schema/locate.js';
import { tryToWrite } from '../schema/try-to-write.js';
import { listRecordings, type Recording } from './recordings.js';

/** Tables with a row for each frame, event or block of frames; their key begins with the number of the recording. */
const KEYED_TABLES = ['frame', 'envelope', 'event', 'block'] as const;
const NUMBERED_TABLES = [
  ...DERIVED_TABLES,
  'anchor',
  'checksum',
  'digest',
  'digest_block',
  'stream',
  'account',
] as const;

/** How many rows are deleted in one transaction. The lock is held only briefly, so that it does not delay the ingest of other taps. */
const ROWS_PER_TRANSACTION = 20_000;
/** The same for parts of lines, which have a megabyte each. */
const PARTS_PER_TRANSACTION = 64;

/** How long another command waits for a lock to finish an interrupted removal, in ms. */
const FINISH_BUSY_MS = 200;

/** A removed recording, whose rows and files may still exist. */
interface Removal {
  readonly recording: number;
  readonly id: string;
}

/**
 * Removes a recording in one step: it is either still there completely, or no list shows it and no ingest brings it back. Then its files
 * and rows are deleted; if that is interrupted, {@link finishRemovals} continues.
 *
 * @param force whether to remove a live one too; its tap goes on, but nothing is recorded any more
 * @throws {TurntableError} `RECORDING_LIVE`
 */
export function removeRecording(db: Database, recording: Recording, { force = false } = {}): void {
  const { number, id, state } = recording;
  if (state === 'live' && !force) {
    throw new TurntableError('RECORDING_LIVE', `recording ${number} is live`, {
      hint: 'Wait until it ends, or remove it now with --force.',
    });
  }
  db.transaction(() => {
    db.prepare('INSERT OR IGNORE INTO removal (recording, id) VALUES (?, ?)').run(number, id);
    db.prepare('DELETE FROM recording WHERE number = ?').run(number);
  }).immediate();
  finishRemoval(db, { recording: number, id });
}

/**
 * Deletes what is left of recordings whose removal was interrupted, and gives the space back. If the database cannot be written now, the
 * next command tries again.
 */
export function finishRemovals(db: Database): void {
  const removals = interruptedRemovals(db);
  // do not delete files unasked in a folder that others may write to, or behind a link
  if (removals.length === 0 || whyNotToIngest(db.name) !== undefined) return;
  tryToWrite(db, FINISH_BUSY_MS, () => {
    for (const removal of removals) finishRemoval(db, removal);
    giveSpaceBack(db);
  });
}

/** The interrupted removals. A stranger's database may name listed recordings: these are left out. */
export function interruptedRemovals(db: Database): readonly Removal[] {
  return db
    .prepare(
      `SELECT recording, id FROM removal
       WHERE recording NOT IN (SELECT number FROM recording) AND id NOT IN (SELECT id FROM recording)`,
    )
    .all() as Removal[];
}

/** The files go first: until then the row in `removal` keeps every ingest away from them. */
function finishRemoval(db: Database, { recording, id }: Removal): void {
  if (isRecordingId(id)) removeJournalFiles(journalFolder(db.name), id);
  for (const table of KEYED_TABLES) {
    const range = [keyOf(recording, 0), keyOf(recording + 1, 0)];
    deleteInSteps(db, { table, key: 'key', where: 'key >= ? AND key < ?', values: range, rows: ROWS_PER_TRANSACTION });
  }
  const values = [recording];
  deleteInSteps(db, { table: 'part', key: 'rowid', where: 'recording = ?', values, rows: PARTS_PER_TRANSACTION });
  db.transaction(() => {
    for (const table of NUMBERED_TABLES) db.prepare(`DELETE FROM ${table} WHERE recording = ?`).run(recording);
    db.prepare('DELETE FROM removal WHERE recording = ?').run(recording);
  }).immediate();
}

interface Deletion {
  readonly table: string;
  readonly key: string;
  readonly where: string;
  readonly values: readonly number[];
  /** How many rows are deleted in one transaction. */
  readonly rows: number;
}

function deleteInSteps(db: Database, { table, key, where, values, rows }: Deletion): void {
  const select = `SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${rows}`;
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key} IN (${select})`);
  while (remove.run(...values).changes > 0);
}

/** The journal of a recording, and what is kept beside it under its id. */
function removeJournalFiles(folder: string, id: string): void {
  // a link may lead to the journals of another database
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(folder)) {
    if (name === id || name.startsWith(`${id}.`)) removeFile(join(folder, name));
  }
}

/** Removes a journal. It is emptied first, which tells a tap that still writes it that it was removed on purpose. */
function removeFile(path: string): void {
  // the target of a link must not be emptied
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) truncateSync(path);
  rmSync(path, { force: true });
}

/** How many pages are given back in one transaction. */
const PAGES_PER_TRANSACTION = 500;

/** The number of free pages. */
export function freedPages(db: Database): number {
  return db.pragma('freelist_count', { simple: true }) as number;
}

/** Gives some of the free pages back to the file system; false if none are left. */
export function giveSomeBack(db: Database): boolean {
  const before = freedPages(db);
  if (before > 0) db.pragma(`incremental_vacuum(${PAGES_PER_TRANSACTION})`);
  // a database without incremental vacuum cannot give pages back
  if (freedPages(db) < before) return true;
  db.pragma('wal_checkpoint(TRUNCATE)');
  return false;
}

/** Gives freed pages back to the file system. */
export function giveSpaceBack(db: Database): void {
  db.pragma('incremental_vacuum');
  db.pragma('wal_checkpoint(TRUNCATE)');
}

export interface PrunePolicy {
  /** Recordings that started earlier are removed; in µs since 1970. */
  readonly startedBeforeUs?: number;
  /** The oldest are removed until the rest has at most this size, in recorded bytes. */
  readonly maxBytes?: number;
  /** Recordings with a name stay. */
  readonly keepNamed: boolean;
}

/** The recordings that a policy removes, the oldest first. Live ones, and those marked to keep, are never among them. */
export function prunable(db: Database, { startedBeforeUs, maxBytes, keepNamed }: PrunePolicy): Recording[] {
  const all = listRecordings(db);
  let keptBytes = all.reduce((sum, recording) => sum + sizeOf(recording), 0);
  return all.reverse().filter((recording) => {
    if (recording.state === 'live' || recording.isKept || (keepNamed && recording.name !== undefined)) return false;
    const isOld = startedBeforeUs !== undefined && recording.startedUs < startedBeforeUs;
    const isTooMuch = maxBytes !== undefined && keptBytes > maxBytes;
    if (!isOld && !isTooMuch) return false;
    keptBytes -= sizeOf(recording);
    return true;
  });
}

/** The recordings of a name beyond the newest `keep`, except live ones and those marked to keep. */
export function beyondNewest(db: Database, name: string, keep: number): Recording[] {
  return listRecordings(db)
    .filter((recording) => recording.name === name)
    .slice(keep)
    .filter(({ state, isKept }) => state !== 'live' && !isKept);
}

/** Bytes that a recording's streams hold. */
export function sizeOf({ streams }: Recording): number {
  return STREAMS.reduce((sum, stream) => sum + streams[stream].bytes, 0);
}
