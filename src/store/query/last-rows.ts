import type { Database } from '../schema/sqlite.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { streamNumber } from '../schema/row-writer.js';

/** After its last line hardly more than the end of the agent comes. */
const LAST_ROWS = 64;

/** The last line of the agent where no newline ended it: its seq. Looked for among the last rows of a recording. */
export function agentTailSeq(db: Database, recording: number): number | undefined {
  const rows = db
    .prepare('SELECT key, stream, terminated FROM frame WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT ?')
    .all(keyOf(recording, 0), keyOf(recording + 1, 0), LAST_ROWS) as {
    key: number;
    stream: number;
    terminated: number;
  }[];
  const tail = rows.find(({ stream, terminated }) => terminated === 0 && stream === streamNumber('agent'));
  return tail && seqOf(tail.key);
}

/** The last line of the agent's stderr. */
export function lastStderrLine(
  db: Database,
  recording: number,
): { readonly seq: number; readonly atMs: number; readonly bytes: Uint8Array } | undefined {
  const row = db
    .prepare(
      `SELECT key, last_ns, substr(bytes, 1, 400) AS bytes FROM frame
       WHERE key >= ? AND key < ? AND stream = ? AND size > 0 ORDER BY key DESC LIMIT 1`,
    )
    .get(keyOf(recording, 0), keyOf(recording + 1, 0), streamNumber('stderr')) as
    { key: number; last_ns: number | null; bytes: Uint8Array } | undefined;
  return row && { seq: seqOf(row.key), atMs: (row.last_ns ?? 0) / 1e6, bytes: row.bytes };
}
