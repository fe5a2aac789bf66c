import type { Database, Statement } from '../schema/sqlite.js';
import { inflatedBytes } from './deflated.js';

const readers = new WeakMap<Database, Statement>();

/** A line that is kept in parts. */
export interface LineInParts {
  readonly recording: number;
  /** The number that stands for its stream in the tables. */
  readonly stream: number;
  /** Where it begins in its stream. */
  readonly lineAt: number;
  /** Of the whole line, in bytes. */
  readonly size: number;
}

/**
 * The bytes of a line in parts, one part at a time, deflated or not. A damaged database may hold more parts than the line is long: reading
 * stops there.
 */
export function* partsOf(db: Database, { recording, stream, lineAt, size }: LineInParts): Generator<Uint8Array> {
  const part = readerOf(db);
  let bytes = 0;
  for (let n = 0; bytes <= size; n += 1) {
    const row = part.get(recording, stream, lineAt, n) as { bytes: Uint8Array; size: number | null } | undefined;
    if (row === undefined) return;
    const whole = row.size === null ? row.bytes : inflatedBytes(row.bytes, row.size);
    bytes += whole.length;
    yield whole;
  }
}

function readerOf(db: Database): Statement {
  const known = readers.get(db);
  if (known !== undefined) return known;
  const made = db.prepare('SELECT bytes, size FROM part WHERE recording = ? AND stream = ? AND line_at = ? AND n = ?');
  readers.set(db, made);
  return made;
}
