import type { Database } from '../schema/sqlite.js';
import type { Connection } from '../../model/state/connection.js';
import { newConnection } from '../../model/state/new-connection.js';
import { Observer, tell } from '../../model/observer.js';
import { deserializeState, serializeState } from './checkpoint-state.js';
import { keepLiveState } from './kept-analysis.js';
import { observedEntries } from './observed.js';
import type { Recording } from './recordings.js';

/**
 * The state of a recording after an entry, computed from the nearest kept state, or from the beginning.
 *
 * @param seq the entry; if it is beyond the end, the state at the end
 * @param version the version of the code that derives
 */
export function stateAt(db: Database, recording: Recording, seq: number, version: string): Connection {
  return foldedTo(db, recording, seq, version).connection;
}

/** For fewer entries than this, computing the state again takes less time than keeping it. */
const WORTH_KEEPING = 5_000;

/**
 * The state of a live recording after its last entry. It is kept, so that the next call need not start at the beginning.
 *
 * @param version the version of the code that derives
 */
export function liveState(db: Database, recording: Recording, version: string): Connection {
  const { connection, from } = foldedTo(db, recording, Infinity, version);
  const { last } = connection;
  if (last !== undefined && last.seq - from >= WORTH_KEEPING) {
    keepLiveState(db, recording.number, { seq: last.seq, state: serializeState(connection), version });
  }
  return connection;
}

/** @returns the state, and the first entry that was read for it */
function foldedTo(
  db: Database,
  recording: Recording,
  seq: number,
  version: string,
): { readonly connection: Connection; readonly from: number } {
  const kept = keptState(db, recording.number, seq, version);
  const observer = new Observer([], {}, kept === undefined ? newConnection() : kept.state);
  const from = kept === undefined ? 0 : kept.seq + 1;
  for (const entry of observedEntries(db, recording.number, from, seq)) tell(observer, entry);
  return { connection: observer.connection, from };
}

/** The last kept state of a recording up to an entry, and the entry it is of; undefined if none of this version is kept. */
export function keptState(
  db: Database,
  recording: number,
  seq: number,
  version: string,
): { readonly seq: number; readonly state: Connection } | undefined {
  const row = db
    .prepare(
      `SELECT seq, state FROM checkpoint JOIN analysis USING (recording)
       WHERE recording = ? AND version = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    )
    .get(recording, version, seq) as { seq: number; state: Buffer } | undefined;
  const state = row && deserializeState(row.state);
  return row === undefined || state === undefined ? undefined : { seq: row.seq, state };
}
