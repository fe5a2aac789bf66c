import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { BlockColumns, type FrameRow } from '../../../src/store/blocks/block-columns.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { Sqlite } from './sqlite.js';

const STREAMS = ['client', 'agent', 'stderr'] as const;

/** What one sender of a recording said, byte for byte, read from rows and blocks without the queries that are tested. */
export function streamBytes(db: string, id: string, sender: (typeof STREAMS)[number]): Buffer {
  return reading(db, (sqlite) => {
    const said = [...framesOf(sqlite, numberOf(sqlite, id))].filter(
      ({ stream, partsAt }) => stream === STREAMS.indexOf(sender) && partsAt === null,
    );
    return Buffer.concat(
      said.flatMap(({ bytes, terminated }) => (terminated === 1 ? [bytes, Buffer.of(0x0a)] : [bytes])),
    );
  });
}

/** Number of frames in a database so far; 0 where it cannot be read yet. */
export function framesIn(db: string): number {
  try {
    const counted = 'SELECT (SELECT count(*) FROM frame) + (SELECT ifnull(sum(frames), 0) FROM block)';
    return reading(db, (sqlite) => sqlite.prepare(counted).pluck().get() as number);
  } catch {
    return 0;
  }
}

function numberOf(sqlite: Database, id: string): number {
  return sqlite.prepare('SELECT number FROM recording WHERE id = ?').pluck().get(id) as number;
}

type StoredFrame = Omit<FrameRow, 'held' | 'other'> & { readonly bytes: Uint8Array };

/** The frames of a recording, those in blocks before those in rows. */
function* framesOf(sqlite: Database, number: number): Generator<StoredFrame> {
  const blocks = sqlite.prepare('SELECT * FROM block WHERE key >> 32 = ? ORDER BY key').all(number);
  for (const { frames, columns, bytes } of blocks as { frames: number; columns: Buffer; bytes: Buffer }[]) {
    const read = new BlockColumns(inflateRawSync(columns), frames);
    const all = inflateRawSync(bytes);
    for (let i = 0; i < frames; i += 1) {
      const row: { -readonly [Name in keyof FrameRow]?: FrameRow[Name] } = read.row(i);
      delete row.held;
      delete row.other;
      yield { ...(row as Omit<FrameRow, 'held' | 'other'>), bytes: all.subarray(...read.held(i)) };
    }
  }
  yield* sqlite
    .prepare(
      `SELECT frame.key & 4294967295 AS seq, stream, terminated, first_ns AS firstNs, last_ns AS lastNs, size,
         parts_at AS partsAt, kind, method, id, session, update_kind AS updateKind, tool_call AS toolCall, bytes
       FROM frame LEFT JOIN envelope ON envelope.key = frame.key WHERE frame.key >> 32 = ? ORDER BY frame.key`,
    )
    .all(number) as StoredFrame[];
}

export interface Rows {
  readonly counts: Readonly<Record<string, number>>;
  readonly sums: Readonly<Record<string, string>>;
}

const NUMBERED = ['anchor', 'checksum', 'stream'];

/**
 * All that is kept of a recording, counted and summed by table: equal for equal recordings, whatever number they have, and
 * whether they are small yet.
 */
export function rowsOf(db: string, id: string): Rows {
  return reading(db, (sqlite) => {
    const number = numberOf(sqlite, id);
    const rows = (select: string): Iterable<unknown> => sqlite.prepare(select).iterate();
    const tables: [string, Iterable<unknown>][] = [
      ['frame', framesOf(sqlite, number)],
      ['event', rows(`SELECT key & 4294967295 AS seq, * FROM event WHERE key >> 32 = ${number} ORDER BY key`)],
      ['part', partsOf(sqlite, number)],
      ...NUMBERED.map((table): [string, Iterable<unknown>] => [
        table,
        rows(`SELECT * FROM ${table} WHERE recording = ${number} ORDER BY 1, 2, 3`),
      ]),
      ['recording', rows(`SELECT * FROM recording WHERE number = ${number}`)],
    ];
    const counts: Record<string, number> = {};
    const sums: Record<string, string> = {};
    for (const [table, all] of tables) {
      const hash = createHash('sha256');
      counts[table] = 0;
      for (const row of all) {
        hash.update(textOf(row as Record<string, unknown>));
        counts[table] += 1;
      }
      sums[table] = hash.digest('hex');
    }
    return { counts, sums };
  });
}

function* partsOf(sqlite: Database, number: number): Generator<object> {
  const rows = sqlite.prepare('SELECT * FROM part WHERE recording = ? ORDER BY stream, line_at, n').all(number);
  for (const { size, bytes, ...row } of rows as { size: number | null; bytes: Buffer }[]) {
    yield { ...row, bytes: size === null ? bytes : inflateRawSync(bytes) };
  }
}

/** What names the recording, which differs from database to database, and who makes it small at present. */
const NOT_COMPARED = ['key', 'number', 'recording', 'ingester'];

function textOf(row: Record<string, unknown>): string {
  return `${JSON.stringify(Object.entries(row).filter(([name]) => !NOT_COMPARED.includes(name)))}\n`;
}

/** All that is read belongs to one moment: rows may be moved into blocks meanwhile. */
function reading<T>(db: string, look: (sqlite: Database) => T): T {
  const sqlite = new Sqlite(db, { readonly: true, timeout: 5000 });
  try {
    return sqlite.transaction(() => look(sqlite))();
  } finally {
    sqlite.close();
  }
}
