import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../schema/sqlite.js';
import { whyNotToIngest } from '../schema/foreign-hands.js';
import { isRecordingId, journalFolder } from '../schema/locate.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { RowWriter } from '../schema/row-writer.js';
import { storedProcess } from '../schema/stored-json.js';
import { tryToWrite } from '../schema/try-to-write.js';
import { savedPosition } from './ingest-position.js';
import type { RecordingState } from './journal-row.js';
import { livenessOf } from './process-identity.js';

interface LiveRow {
  readonly number: number;
  readonly id: string;
  readonly startedUs: number;
  readonly lastNs: number;
  readonly owner: string | null;
  readonly ingester: string | null;
  readonly ingest: string | null;
}

const LIVE_ROWS = `SELECT number, id, started_us AS startedUs, last_ns AS lastNs, owner, ingester, ingest
  FROM recording WHERE state = 'live'`;

/** How long a command waits for the lock, in ms: the next one can do it as well. */
const ORPHANS_BUSY_MS = 200;
const MOST_SEQ = 2 ** 32 - 1;

/**
 * Ends recordings that say they are live, whose tap is not known to live, and whose journal is gone: nothing more of them can
 * come. A database that was copied without its journals has such rows. Should the journal return, the ingest goes on with it.
 */
export function endOrphans(db: Database): void {
  if (orphansOf(db).length === 0 || whyNotToIngest(db.name) !== undefined) return;
  tryToWrite(db, ORPHANS_BUSY_MS, () => {
    // looked at again under the lock: an ingest commits the end before it takes the journal away
    const end = db.transaction(() => {
      for (const row of orphansOf(db)) endOrphan(db, row);
    });
    end.immediate();
  });
}

/**
 * What a recording has become that says it is live, where nothing more of it can come: undefined if it can. For who cannot write that
 * down, as in a database that is only to be read.
 */
export function lostStateOf(db: Database, recording: number): LostState | undefined {
  const select = db.prepare(`${LIVE_ROWS} AND number = ?`);
  const row = select.get(recording) as LiveRow | undefined;
  if (row === undefined || !isOrphan(db, row)) return undefined;
  // an ingest commits the end before it takes the journal away: looked at again, it is there
  const again = select.get(recording) as LiveRow | undefined;
  return again && lostState(again);
}

/** `unknown`: nobody can say how its tap ended. */
type LostState = Extract<RecordingState, 'killed' | 'unknown'>;

function lostState(row: LiveRow): LostState {
  return ownerOf(row) === 'dead' ? 'killed' : 'unknown';
}

function orphansOf(db: Database): LiveRow[] {
  const rows = db.prepare(LIVE_ROWS).all() as LiveRow[];
  return rows.filter((row) => isOrphan(db, row));
}

function isOrphan(db: Database, row: LiveRow): boolean {
  return !hasJournal(db, row) && ownerOf(row) !== 'alive' && !isTaken(row);
}

function hasJournal(db: Database, { id }: LiveRow): boolean {
  return isRecordingId(id) && existsSync(join(journalFolder(db.name), id));
}

function ownerOf({ owner, startedUs, lastNs }: LiveRow): ReturnType<typeof livenessOf> {
  const process = storedProcess(owner);
  return process === undefined ? 'unknown' : livenessOf(process, startedUs / 1e3 + lastNs / 1e6);
}

function isTaken({ ingester }: LiveRow): boolean {
  const process = storedProcess(ingester);
  return process !== undefined && livenessOf(process, Date.now()) === 'alive';
}

function endOrphan(db: Database, row: LiveRow): void {
  const { number, ingest, lastNs } = row;
  const state = lostState(row);
  const tap = state === 'killed' ? 'the tap was killed' : 'the tap ran out of sight';
  const seq = nextSeq(db, number);
  const isToldOf = seq <= MOST_SEQ;
  const event = { name: 'incomplete', fields: { reason: `${tap}, and its journal is gone` } } as const;
  if (isToldOf) new RowWriter(db, number).event(seq, event, lastNs);
  const position = ingest === null ? undefined : savedPosition(ingest);
  const provisional = position === undefined ? ingest : JSON.stringify({ ...position, provisionalAtBytes: 0 });
  db.prepare('UPDATE recording SET state = ?, events = events + ?, ingest = ?, ingester = NULL WHERE number = ?').run(
    state,
    isToldOf ? 1 : 0,
    provisional,
    number,
  );
}

function nextSeq(db: Database, recording: number): number {
  const last = ['frame', 'event', 'block'].map((table) =>
    db
      .prepare(`SELECT max(key) FROM ${table} WHERE key >= ? AND key < ?`)
      .pluck()
      .get(keyOf(recording, 0), keyOf(recording + 1, 0)),
  ) as (number | null)[];
  return Math.max(...last.map((key) => (key === null ? 0 : seqOf(key) + 1)));
}
