import type { Database } from '../schema/sqlite.js';
import type { FrameRow } from '../blocks/block-columns.js';
import { OpenBlocks } from '../blocks/open-blocks.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { streamNumber } from '../schema/row-writer.js';

/** How many of the last rows are searched: after the agent's last line hardly anything but its end follows. */
const LAST_ROWS = 64;
/** How much of a line on stderr is shown, in bytes. */
const STDERR_BYTES = 400;

/** The seq of the agent's last line, if it has no newline. It is searched among the last frames of a recording. */
export function agentTailSeq(db: Database, recording: number): number | undefined {
  let looked = 0;
  for (const { seq, stream, terminated } of framesBackwards(db, recording)) {
    if (terminated === 0 && stream === streamNumber('agent')) return seq;
    looked += 1;
    if (looked === LAST_ROWS) return undefined;
  }
  return undefined;
}

/** The columns of the last frames that are read. */
type LastFrame = Pick<FrameRow, 'seq' | 'stream' | 'terminated'>;

function* framesBackwards(db: Database, recording: number): Generator<LastFrame> {
  yield* db
    .prepare(
      `SELECT key & 0xffffffff AS seq, stream, terminated FROM frame WHERE key >= ? AND key < ?
       ORDER BY key DESC LIMIT ${LAST_ROWS}`,
    )
    .all(keyOf(recording, 0), keyOf(recording + 1, 0)) as LastFrame[];
  // frames in blocks come before those in rows
  for (const { block, i } of OpenBlocks.of(db).backwards(recording)) yield block.rowAt(i);
}

/** The last line of the agent's stderr. */
export function lastStderrLine(
  db: Database,
  recording: number,
): { readonly seq: number; readonly atMs: number; readonly bytes: Uint8Array } | undefined {
  const row = db
    .prepare(
      `SELECT key, last_ns, substr(bytes, 1, ${STDERR_BYTES}) AS bytes FROM frame
       WHERE key >= ? AND key < ? AND stream = ? AND size > 0 ORDER BY key DESC LIMIT 1`,
    )
    .get(keyOf(recording, 0), keyOf(recording + 1, 0), streamNumber('stderr')) as
    { key: number; last_ns: number | null; bytes: Uint8Array } | undefined;
  if (row !== undefined) return { seq: seqOf(row.key), atMs: (row.last_ns ?? 0) / 1e6, bytes: row.bytes };
  for (const { block, i } of OpenBlocks.of(db).backwards(recording)) {
    const { columns } = block;
    if (columns.stream(i) !== streamNumber('stderr') || columns.size(i) === 0) continue;
    const atMs = (columns.lastNs(i) ?? 0) / 1e6;
    return { seq: columns.seq(i), atMs, bytes: block.beginningAt(i, STDERR_BYTES) };
  }
  return undefined;
}
