import { lstatSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import { STREAMS } from '../../wire/frame.js';
import { DERIVED_TABLES } from './kept-analysis.js';
import { keyOf } from '../schema/row-keys.js';
import { isRecordingId, journalFolder } from '../schema/locate.js';
import { listRecordings, type Recording } from './recordings.js';

/** Keys deleted in one transaction: a lock that is held briefly stalls no other tap's ingest. */
const KEYS_PER_TRANSACTION = 20_000;

/**
 * Removes a recording: the journal first, so that no ingest brings it back.
 *
 * @param force also one that is live; its tap goes on, into nothing
 * @throws {TurntableError} `RECORDING_LIVE`
 */
export function removeRecording(db: Database, recording: Recording, { force = false } = {}): void {
  const { number, id, state } = recording;
  if (state === 'live' && !force) {
    throw new TurntableError('RECORDING_LIVE', `recording ${number} is live`, {
      hint: 'Wait for its end, or remove it all the same with --force.',
    });
  }
  if (isRecordingId(id)) removeJournalFile(join(journalFolder(db.name), id));
  const end = keyOf(number + 1, 0);
  for (const table of ['frame', 'envelope', 'event'] as const) {
    const remove = db.prepare(
      `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE key >= ? AND key < ? LIMIT ${KEYS_PER_TRANSACTION})`,
    );
    while (remove.run(keyOf(number, 0), end).changes > 0);
  }
  db.transaction(() => {
    for (const table of [...DERIVED_TABLES, 'part', 'anchor', 'checksum', 'stream'] as const) {
      db.prepare(`DELETE FROM ${table} WHERE recording = ?`).run(number);
    }
    db.prepare('DELETE FROM recording WHERE number = ?').run(number);
  }).immediate();
}

/** An empty file tells a tap that still writes it that it was taken away on purpose. */
function removeJournalFile(path: string): void {
  // what a link leads to is not ours to empty
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) truncateSync(path);
  rmSync(path, { force: true });
}

/** Gives freed pages back to the file system. */
export function giveSpaceBack(db: Database): void {
  db.pragma('incremental_vacuum');
  db.pragma('wal_checkpoint(TRUNCATE)');
}

export interface PrunePolicy {
  /** Recordings that started earlier go; in µs since 1970. */
  readonly startedBeforeUs?: number;
  /** The oldest go until what is left is at most this size, in bytes recorded. */
  readonly maxBytes?: number;
  /** Recordings with a name stay. */
  readonly keepNamed: boolean;
}

/** The recordings that a policy lets go, the oldest first. Live ones never are among them. */
export function prunable(db: Database, { startedBeforeUs, maxBytes, keepNamed }: PrunePolicy): Recording[] {
  const all = listRecordings(db);
  let keptBytes = all.reduce((sum, recording) => sum + sizeOf(recording), 0);
  return all.reverse().filter((recording) => {
    if (recording.state === 'live' || (keepNamed && recording.name !== undefined)) return false;
    const isOld = startedBeforeUs !== undefined && recording.startedUs < startedBeforeUs;
    const isTooMuch = maxBytes !== undefined && keptBytes > maxBytes;
    if (!isOld && !isTooMuch) return false;
    keptBytes -= sizeOf(recording);
    return true;
  });
}

/** The recordings of a name beyond the newest `keep`. Live ones never are among them. */
export function beyondNewest(db: Database, name: string, keep: number): Recording[] {
  return listRecordings(db)
    .filter((recording) => recording.name === name)
    .slice(keep)
    .filter(({ state }) => state !== 'live');
}

/** Bytes that a recording's streams hold. */
export function sizeOf({ streams }: Recording): number {
  return STREAMS.reduce((sum, stream) => sum + streams[stream].bytes, 0);
}
