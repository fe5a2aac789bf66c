import { deflateRawSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TurntableError } from '../../../src/errors.js';
import { observedEntries } from '../../../src/store/query/observed.js';
import { frameBytes, timelineOf } from '../../../src/store/query/timeline.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { pack } from '../../support/store/blocks.js';
import { fileDatabase, memoryDatabase } from '../../support/store/databases.js';
import { END, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { fc } from '../../support/values/property.js';

const LINES = Array.from({ length: 30 }, (_, n): TestRecord => [
  n % 2 === 0 ? 'client' : 'agent',
  n * 1e6,
  `{"id":${n >> 1},${n % 2 === 0 ? '"method":"m","params":{"sessionId":"s"}' : '"result":0'}}\n`,
]);

function packed(): Database {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  writeJournal(path, [...LINES, END]);
  ingest(db, path);
  pack(db);
  return db;
}

/** What reading everything comes to. */
function read(db: Database): 'read' | 'refused' {
  try {
    for (const entry of timelineOf(db, 1)) if (entry.type === 'frame') Array.from(frameBytes(db, 1, entry));
    Array.from(observedEntries(db, 1));
    return 'read';
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(TurntableError);
    expect(thrown).toMatchObject({ code: 'DATABASE_UNREADABLE' });
    return 'refused';
  }
}

describe('a block that someone else has made', () => {
  const bomb = deflateRawSync(Buffer.alloc(300_000_000));

  test.each<[string, string, unknown[]]>([
    ['bytes that are more than the row says', 'bytes = ?', [bomb]],
    ['bytes that are more than a block may hold', 'bytes = ?, size = 300000000', [bomb]],
    ['columns that are more than the row says', 'columns = ?', [bomb]],
    ['columns that are more than a block may have', 'columns = ?, columns_size = 300000000', [bomb]],
    ['more frames than a block may have', 'frames = 4000000000', []],
    ['no frames', 'frames = 0', []],
    ['less than no bytes', 'size = -1', []],
    ['nothing', `bytes = x'', columns = x''`, []],
  ])('is refused: %s', (_, change, values) => {
    const db = packed();
    expect(read(db)).toBe('read');
    const path = join(temporaryFolder(), 't.db');
    db.prepare('VACUUM INTO ?').run(path);
    const changed = fileDatabase(path);
    changed.prepare(`UPDATE block SET ${change}`).run(...values);
    const before = process.memoryUsage().rss;
    expect(read(changed)).toBe('refused');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('is refused or read, whichever byte differs', () => {
    const db = packed();
    const rows = { columns: blob(db, 'columns'), bytes: blob(db, 'bytes') };
    const path = join(temporaryFolder(), 't.db');
    db.prepare('VACUUM INTO ?').run(path);
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom('columns' as const, 'bytes' as const),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (column, at, bits) => {
          const changed = fileDatabase(path);
          const bytes = Buffer.from(rows[column]);
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ bits;
          changed
            .prepare(`UPDATE block SET columns = ?, bytes = ?`)
            .run(...Object.values({ ...rows, [column]: bytes }));
          seen.add(read(changed));
          changed.close();
        },
      ),
      { numRuns: 150 },
    );
    expect(seen).toContain('refused');
  });

  function blob(db: Database, column: string): Buffer {
    return db.prepare(`SELECT ${column} FROM block`).pluck().get() as Buffer;
  }
});
