import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Database, Statement } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { Packer } from '../../../src/store/blocks/pack.js';
import { journalFolder } from '../../../src/store/schema/locate.js';
import { findRecording, listRecordings } from '../../../src/store/query/recordings.js';
import {
  beyondNewest,
  finishRemovals,
  giveSpaceBack,
  interruptedRemovals,
  prunable,
  removeRecording,
  sizeOf,
} from '../../../src/store/query/remove.js';
import { bringInJournals } from '../../../src/store/journal/journals.js';
import { keyOf } from '../../../src/store/schema/row-keys.js';
import { dump, fileDatabase, memoryDatabase } from '../../support/store/databases.js';
import { utf8 } from '../../support/values/bytes.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { DEAD, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { record, type TestRecording } from '../../support/store/recordings.js';

function recorded(...recordings: TestRecording[]): Database {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  for (const [i, recording] of recordings.entries()) record(db, path, i + 1, recording);
  return db;
}

describe('removeRecording', () => {
  test('takes all rows of the recording and none of another', () => {
    const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
    const all: TestRecord[] = [
      ['event', 1, { name: 'spawn', fields: {} }],
      ['client', 2, '{"id":1,"method":"m"}\n'],
      ['agent', 3, `${'x'.repeat(200_000)}\n`],
      ['anchor', 4, { wallUs: 1e15 }],
      ['end', 5, ''],
    ];
    writeJournal(path, all, { id: 'a' });
    ingest(db, path);
    const before = dump(db);
    writeJournal(path, all, { id: 'b' });
    ingest(db, path);
    new Packer(db).step(2);
    expect(dump(db)['block']).not.toEqual([]);
    removeRecording(db, findRecording(db, '2'));
    expect(dump(db)).toEqual(before);
    removeRecording(db, findRecording(db, '1'));
    expect(Object.values(dump(db)).flat()).toEqual([]);
  });

  test('takes the parts of lines as well', () => {
    const db = recorded({});
    db.exec(`INSERT INTO part (recording, stream, line_at, n, bytes) VALUES (1, 1, 0, 0, x'61'), (2, 1, 0, 0, x'61')`);
    removeRecording(db, findRecording(db, '1'));
    expect(dump(db)['part']).toHaveLength(1);
  });

  test('leaves a live one alone, unless told to take it all the same', () => {
    const db = recorded({ live: true });
    const recording = findRecording(db, '1');
    expect(() => {
      removeRecording(db, recording);
    }).toThrow(expect.objectContaining({ code: 'RECORDING_LIVE', hint: expect.stringContaining('--force') as string }));
    removeRecording(db, recording, { force: true });
    expect(listRecordings(db)).toEqual([]);
  });

  test('takes the journal first, emptied so that a tap that writes it can tell', () => {
    const db = fileDatabase(join(temporaryFolder(), 't.db'));
    mkdirSync(journalFolder(db.name), { recursive: true });
    const path = join(journalFolder(db.name), '01hxe7n3f0000001');
    record(db, path, 1, { live: true });
    const fd = openSync(path, 'r');
    removeRecording(db, findRecording(db, '1'), { force: true });
    expect(existsSync(path)).toBe(false);
    expect(fstatSync(fd).size).toBe(0);
    closeSync(fd);
  });

  test.each(['../../precious', 'x/../../../precious'])(
    'touches no file of someone else’s whose path is an id: %s',
    (id) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'd'));
      const db = fileDatabase(join(folder, 'd', 't.db'));
      mkdirSync(join(journalFolder(db.name), 'x'), { recursive: true });
      writeFileSync(join(folder, 'precious'), 'precious');
      record(db, join(folder, 'journal'), 1, {});
      db.prepare('UPDATE recording SET id = ?').run(id);
      removeRecording(db, findRecording(db, '1'));
      expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
      expect(listRecordings(db)).toEqual([]);
    },
  );

  test('takes a link in the place of a journal away, and leaves what it leads to', () => {
    const folder = temporaryFolder();
    const db = fileDatabase(join(folder, 't.db'));
    mkdirSync(journalFolder(db.name), { recursive: true });
    writeFileSync(join(folder, 'precious'), 'precious');
    record(db, join(folder, 'journal'), 1, {});
    const recording = findRecording(db, '1');
    symlinkSync(join(folder, 'precious'), join(journalFolder(db.name), recording.id));
    removeRecording(db, recording);
    expect(readdirSync(journalFolder(db.name))).toEqual([]);
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
  });

  test('takes what is kept beside a journal, and nothing of another recording', () => {
    const db = fileDatabase(join(temporaryFolder(), 't.db'));
    const folder = journalFolder(db.name);
    mkdirSync(folder, { recursive: true });
    record(db, join(folder, '01hxe7n3f0000001'), 1, { live: true });
    for (const name of ['01hxe7n3f0000001.damaged', '01hxe7n3f0000002', '01hxe7n3f0000002.damaged']) {
      writeFileSync(join(folder, name), 'x');
    }
    removeRecording(db, findRecording(db, '1'), { force: true });
    expect(readdirSync(folder)).toEqual(['01hxe7n3f0000002', '01hxe7n3f0000002.damaged']);
  });

  test('does not follow a link in the place of the folder of journals', () => {
    const folder = temporaryFolder();
    const db = fileDatabase(join(folder, 't.db'));
    rmSync(journalFolder(db.name), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', '01hxe7n3f0000001'), 'precious');
    symlinkSync(join(folder, 'elsewhere'), journalFolder(db.name));
    record(db, join(folder, 'journal'), 1);
    removeRecording(db, findRecording(db, '1'));
    expect(readFileSync(join(folder, 'elsewhere', '01hxe7n3f0000001'), 'utf8')).toBe('precious');
    expect(listRecordings(db)).toEqual([]);
  });

  test('gives the space back to the file system', () => {
    const folder = temporaryFolder();
    const db = fileDatabase(join(folder, 't.db'));
    record(db, join(folder, 'journal'), 1, { bytes: 5_000_000 });
    db.pragma('wal_checkpoint(TRUNCATE)');
    const fullBytes = statSync(db.name).size;
    removeRecording(db, findRecording(db, '1'));
    giveSpaceBack(db);
    expect(fullBytes).toBeGreaterThan(5_000_000);
    expect(statSync(db.name).size).toBeLessThan(200_000);
    expect(statSync(`${db.name}-wal`).size).toBe(0);
  });

  test('numbers are never given again', () => {
    const db = recorded({}, {});
    removeRecording(db, findRecording(db, '2'));
    record(db, join(temporaryFolder(), 'journal'), 9);
    expect(listRecordings(db).map(({ number }) => number)).toEqual([3, 1]);
  });
});

/** Rows of everything that a recording can have, and a journal as of one that was killed. */
function twoRecordings(path: string): Database {
  const db = fileDatabase(path);
  for (const n of [1, 2]) {
    const journal = join(journalFolder(db.name), `01hxe7n3f000000${n}`);
    const said: TestRecord[] = [
      ['event', 1, { name: 'spawn', fields: {} }],
      ['client', 2, '{"id":1,"method":"m"}\n'],
      ['agent', 3, `${'x'.repeat(200_000)}\n`],
      ['anchor', 4, { wallUs: 1e15 }],
    ];
    writeJournal(journal, said, { id: basename(journal), owner: DEAD });
    ingest(db, journal, 'dead');
    db.prepare('INSERT INTO part VALUES (?, 1, 0, 0, ?, NULL)').run(n, utf8('a'));
    db.prepare(`INSERT INTO analysis VALUES (?, '1', 3, '{}')`).run(n);
    db.prepare(`INSERT INTO turn VALUES (?, 0, '{}')`).run(n);
    db.prepare('INSERT INTO checkpoint VALUES (?, 0, ?)').run(n, utf8('a'));
  }
  return db;
}

/** The same database for one that dies before its statement number `left` that writes. */
function dyingAfter(db: Database, left: number): Database {
  let writes = 0;
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'prepare') return (sql: string) => dyingStatement(target.prepare(sql));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
    },
  });

  function dyingStatement(statement: Statement): Statement {
    return new Proxy(statement, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'run' && (writes += 1) > left) throw new Error('killed');
        return (value as (...given: unknown[]) => unknown).bind(target);
      },
    });
  }
}

describe('a removal that is interrupted', () => {
  test('leaves the recording whole or takes it all, before whichever statement that is', () => {
    let interrupted = 0;
    for (let left = 0; ; left += 1) {
      const db = twoRecordings(join(temporaryFolder(), 't.db'));
      const before = dump(db);
      try {
        removeRecording(dyingAfter(db, left), findRecording(db, '1'));
        break;
      } catch (thrown) {
        expect(thrown).toMatchObject({ message: 'killed' });
      }
      interrupted += 1;
      const numbers = listRecordings(db).map(({ number }) => number);
      // what was killed may have left its journal, and that brings nothing back
      bringInJournals(db, { warn: (text) => expect.unreachable(text) });
      expect(listRecordings(db).map(({ number }) => number)).toEqual(numbers);
      finishRemovals(db);
      if (numbers.includes(1)) {
        expect(dump(db)).toEqual(before);
      } else {
        expect(existsSync(join(journalFolder(db.name), '01hxe7n3f0000001'))).toBe(false);
        const left = db.prepare('SELECT min(key) FROM frame').pluck().get();
        expect(left).toBeGreaterThanOrEqual(keyOf(2, 0));
        removeRecording(db, findRecording(db, '2'));
        expect(Object.values(dump(db)).flat()).toEqual([]);
      }
      db.close();
    }
    expect(interrupted).toBeGreaterThan(12);
  });

  test('is not finished where a stranger’s database claims it of a recording that is there', () => {
    const db = twoRecordings(join(temporaryFolder(), 't.db'));
    const before = dump(db);
    db.exec(`INSERT INTO removal VALUES (1, '01hxe7n3f0000009'), (9, '01hxe7n3f0000002')`);
    finishRemovals(db);
    expect({ ...dump(db), removal: [] }).toEqual(before);
    expect(readdirSync(journalFolder(db.name))).toHaveLength(2);
  });

  test('waits for another time where the database is locked', () => {
    const path = join(temporaryFolder(), 't.db');
    const db = twoRecordings(path);
    expect(() => {
      removeRecording(dyingAfter(db, 3), findRecording(db, '1'));
    }).toThrow('killed');
    const other = fileDatabase(path);
    other.exec('BEGIN IMMEDIATE');
    finishRemovals(db);
    expect(interruptedRemovals(db)).toHaveLength(1);
    other.exec('ROLLBACK');
    finishRemovals(db);
    expect(interruptedRemovals(db)).toEqual([]);
  });
});

describe('prunable', () => {
  const FOUR: TestRecording[] = [
    { startedUs: 1000, bytes: 100, name: 'kept' },
    { startedUs: 2000, bytes: 200 },
    { startedUs: 3000, bytes: 300 },
    { startedUs: 4000, bytes: 400 },
  ];

  test.each<[string, { startedBeforeUs?: number; maxBytes?: number; keepNamed: boolean }, number[]]>([
    ['nothing without a limit', { keepNamed: false }, []],
    ['what is older than that', { startedBeforeUs: 3000, keepNamed: false }, [1, 2]],
    ['what is older, but for the named', { startedBeforeUs: 3000, keepNamed: true }, [2]],
    ['the oldest until the rest is small enough', { maxBytes: 700, keepNamed: false }, [1, 2]],
    ['nothing where all is small enough', { maxBytes: 1000, keepNamed: false }, []],
    ['the oldest unnamed until the rest is small enough', { maxBytes: 700, keepNamed: true }, [2, 3]],
    ['everything', { maxBytes: 0, keepNamed: false }, [1, 2, 3, 4]],
    ['what either limit lets go', { startedBeforeUs: 2000, maxBytes: 899, keepNamed: false }, [1, 2]],
  ])('lets go %s', (_, policy, numbers) => {
    expect(prunable(recorded(...FOUR), policy).map(({ number }) => number)).toEqual(numbers);
  });

  test('never lets go a live one', () => {
    const db = recorded({ live: true, bytes: 50 }, { bytes: 50 });
    expect(prunable(db, { maxBytes: 0, startedBeforeUs: Number.MAX_SAFE_INTEGER, keepNamed: false })).toMatchObject([
      { number: 2 },
    ]);
  });
});

test('of a name the newest are kept, live ones never go', () => {
  const db = recorded({ name: 'n', live: true }, { name: 'n' }, { name: 'other' }, { name: 'n' }, { name: 'n' });
  expect(beyondNewest(db, 'n', 2).map(({ number }) => number)).toEqual([2]);
  expect(beyondNewest(db, 'n', 4)).toEqual([]);
  expect(beyondNewest(db, 'nobody', 0)).toEqual([]);
});

test('the size of a recording is that of its streams', () => {
  const db = recorded({ bytes: 123 });
  expect(sizeOf(findRecording(db, '1'))).toBe(123);
});
