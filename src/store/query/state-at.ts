import type { Database } from '../schema/sqlite.js';
import type { Connection } from '../../model/state/connection.js';
import { newConnection } from '../../model/state/new-connection.js';
import { Observer } from '../../model/observer.js';
import { deserializeState } from './checkpoint-state.js';
import { observedEntries, tell } from './observed.js';
import type { Recording } from './recordings.js';

/**
 * The state of a recording after an entry: from the nearest kept state on, or from the beginning.
 *
 * @param seq of the entry; the state at the end where it is beyond
 * @param version names what derives it
 */
export function stateAt(db: Database, recording: Recording, seq: number, version: string): Connection {
  const kept = checkpointBefore(db, recording, seq, version);
  const observer = new Observer([], {}, kept === undefined ? newConnection() : kept.state);
  const from = kept === undefined ? 0 : kept.seq + 1;
  for (const entry of observedEntries(db, recording.number, from, seq)) tell(observer, entry);
  return observer.connection;
}

function checkpointBefore(
  db: Database,
  { number }: Recording,
  seq: number,
  version: string,
): { readonly seq: number; readonly state: Connection } | undefined {
  const row = db
    .prepare(
      `SELECT seq, state FROM checkpoint JOIN analysis USING (recording)
       WHERE recording = ? AND version = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    )
    .get(number, version, seq) as { seq: number; state: Buffer } | undefined;
  const state = row && deserializeState(row.state);
  return row === undefined || state === undefined ? undefined : { seq: row.seq, state };
}
