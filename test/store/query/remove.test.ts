import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { journalFolder } from '../../../src/store/schema/locate.js';
import { findRecording, listRecordings } from '../../../src/store/query/recordings.js';
import { beyondNewest, giveSpaceBack, prunable, removeRecording, sizeOf } from '../../../src/store/query/remove.js';
import { dump, fileDatabase, memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';
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
    removeRecording(db, findRecording(db, '2'));
    expect(dump(db)).toEqual(before);
    removeRecording(db, findRecording(db, '1'));
    expect(Object.values(dump(db)).flat()).toEqual([]);
  });

  test('takes the parts of lines as well', () => {
    const db = recorded({});
    db.exec(`INSERT INTO part VALUES (1, 1, 0, 0, x'61'), (2, 1, 0, 0, x'61')`);
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
