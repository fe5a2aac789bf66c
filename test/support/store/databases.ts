import type { Database } from '../../../src/store/schema/sqlite.js';
import { Sqlite } from './sqlite.js';
import { onTestFinished } from 'vitest';
import { migrate } from '../../../src/store/schema/migrations.js';
import { openDatabase } from '../../../src/store/schema/open-database.js';
import { timelineOf } from '../../../src/store/query/timeline.js';
import { latin1 } from '../values/bytes.js';

/** A database with our schema that lives in memory. */
export function memoryDatabase(): Database {
  const db = new Sqlite(':memory:');
  migrate(db);
  return db;
}

/** A database in a file, closed when the test has ended. */
export function fileDatabase(path: string): Database {
  const db = openDatabase(path, { create: true, busyMs: 1000 });
  onTestFinished(() => {
    db.close();
  });
  return db;
}

/** All rows of all tables, in the order of their keys, bytes as latin1 text: two dumps are equal where the databases are. */
export function dump(db: Database): Record<string, string[]> {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
  return Object.fromEntries(
    (tables.pluck().all() as string[]).map((table) => {
      const rows = db.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][];
      return [table, rows.map((row) => JSON.stringify(row.map(readable))).sort()];
    }),
  );
}

function readable(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}

/** The timeline of recording 1, as lines: `seq who text`, `~` where no newline ended it. */
export function timeline(db: Database): string[] {
  return Array.from(timelineOf(db, 1), (entry) =>
    entry.type === 'event'
      ? `${entry.seq} event ${entry.name} ${JSON.stringify(entry.fields)}`
      : `${entry.seq} ${entry.stream} ${latin1(entry.head)}${entry.terminated ? '' : ' ~'}`,
  );
}
