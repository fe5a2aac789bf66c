import { createHash } from 'node:crypto';
import type { Database, Statement } from '../../../src/store/schema/sqlite.js';
import { Sqlite } from './sqlite.js';

const STREAMS = ['client', 'agent', 'stderr'] as const;

/** What one sender of a recording said, byte for byte, read from the tables without any of our code. */
export function streamBytes(db: string, id: string, sender: (typeof STREAMS)[number]): Buffer {
  return reading(db, (sqlite) => {
    const rows = sqlite
      .prepare(
        `SELECT frame.bytes, frame.terminated FROM recording
         JOIN frame ON frame.key >= number << 32 AND frame.key < (number + 1) << 32
         WHERE id = ? AND stream = ? AND parts_at IS NULL ORDER BY frame.key`,
      )
      .all(id, STREAMS.indexOf(sender)) as { bytes: Buffer; terminated: number }[];
    return Buffer.concat(
      rows.flatMap(({ bytes, terminated }) => (terminated === 1 ? [bytes, Buffer.of(0x0a)] : [bytes])),
    );
  });
}

/** Number of frames in a database so far; 0 where it cannot be read yet. */
export function framesIn(db: string): number {
  try {
    return reading(db, (sqlite) => sqlite.prepare('SELECT count(*) FROM frame').pluck().get() as number);
  } catch {
    return 0;
  }
}

export interface Rows {
  readonly counts: Readonly<Record<string, number>>;
  readonly sums: Readonly<Record<string, string>>;
}

const KEYED = ['frame', 'envelope', 'event'];
const NUMBERED = ['part', 'anchor', 'checksum', 'stream'];

/** All rows of a recording, counted and summed by table: equal for equal rows, whatever number the recording has. */
export function rowsOf(db: string, id: string): Rows {
  return reading(db, (sqlite) => {
    const number = sqlite.prepare('SELECT number FROM recording WHERE id = ?').pluck().get(id) as number;
    const selects = [
      ...KEYED.map((table) => [
        table,
        `SELECT key & 4294967295 AS seq, * FROM ${table} WHERE key >> 32 = ${number} ORDER BY key`,
      ]),
      ...NUMBERED.map((table) => [table, `SELECT * FROM ${table} WHERE recording = ${number} ORDER BY 1, 2, 3`]),
      ['recording', `SELECT * FROM recording WHERE number = ${number}`],
    ] as const;
    const counts: Record<string, number> = {};
    const sums: Record<string, string> = {};
    for (const [table = '', select = ''] of selects) {
      const hash = createHash('sha256');
      counts[table] = 0;
      for (const row of exactly(sqlite.prepare(select)).iterate()) {
        hash.update(textOf(row as Record<string, unknown>));
        counts[table] += 1;
      }
      sums[table] = hash.digest('hex');
    }
    return { counts, sums };
  });
}

/** A row without what names the recording, which differs from database to database. */
function textOf(row: Record<string, unknown>): string {
  const facts = Object.entries(row).filter(([name]) => name !== 'key' && name !== 'number' && name !== 'recording');
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) + '\n';
}

function reading<T>(db: string, look: (sqlite: Database) => T): T {
  const sqlite = new Sqlite(db, { readonly: true, timeout: 5000 });
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Reads numbers as they are, however large. */
function exactly(statement: Statement): Statement {
  return (statement as Statement & { readonly safeIntegers: () => Statement }).safeIntegers();
}
