import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Ingester } from '../../../src/store/journal/ingester.js';
import { startPosition } from '../../../src/store/journal/ingest-position.js';
import { deleteRowsFrom, JournalRow } from '../../../src/store/journal/journal-row.js';
import { ownIdentity } from '../../../src/store/journal/process-identity.js';
import { dump, memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { appendRecords, DEAD, END, HEADER, ingest, neighbour, writeJournal } from '../../support/store/journals.js';

type Db = ReturnType<typeof memoryDatabase>;

function setIngester(db: Db, identity: string): void {
  db.prepare('UPDATE recording SET ingester = ?').run(identity);
}

function frames(db: Db): number | undefined {
  return dump(db)['frame']?.length;
}

function journal(): string {
  const path = join(temporaryFolder(), 'journal');
  writeJournal(path, [['client', 1, 'a\nb\n']]);
  return path;
}

describe('who ingests', () => {
  test('has the recording’s row as long as it is at it, and gives it back', () => {
    const [db, path] = [memoryDatabase(), journal()];
    const row = new JournalRow(db, HEADER.id);
    const ingester = new Ingester(db, path);
    ingester.step();
    expect(row.find()?.ingester).toEqual(ownIdentity());
    ingester.close();
    expect(row.find()).toMatchObject({ state: 'live', ingester: undefined });
  });

  test('is told that the recording is taken while another process that lives is at it', () => {
    const [db, path] = [memoryDatabase(), journal()];
    expect(ingest(db, path)).toBe('caught-up');
    setIngester(db, JSON.stringify(neighbour()));
    appendRecords(path, [['client', 2, 'c\n'], END]);
    const before = dump(db);
    expect(ingest(db, path)).toBe('taken');
    expect(dump(db)).toEqual(before);
  });

  test('goes on in the place of one that has died', () => {
    const [db, path] = [memoryDatabase(), journal()];
    ingest(db, path);
    setIngester(db, JSON.stringify(DEAD));
    appendRecords(path, [['client', 2, 'c\n'], END]);
    expect(ingest(db, path)).toBe('done');
    expect(frames(db)).toBe(3);
  });

  test('writes nothing more once another process has gone on in its place', () => {
    const [db, path] = [memoryDatabase(), journal()];
    const ingester = new Ingester(db, path);
    ingester.step();
    setIngester(db, JSON.stringify(neighbour()));
    appendRecords(path, [['client', 2, 'c\n']]);
    const before = dump(db);
    expect([ingester.step(), ingester.step()]).toEqual(['taken', 'taken']);
    ingester.close();
    expect(dump(db)).toEqual(before);
    setIngester(db, JSON.stringify(DEAD));
    expect(ingest(db, path)).toBe('caught-up');
    expect(frames(db)).toBe(3);
  });

  test('writes nothing more once the recording was removed', () => {
    const [db, path] = [memoryDatabase(), journal()];
    const ingester = new Ingester(db, path);
    ingester.step();
    db.exec('DELETE FROM recording; DELETE FROM frame; DELETE FROM envelope; DELETE FROM stream');
    appendRecords(path, [['client', 2, 'c\n']]);
    expect(ingester.step()).toBe('taken');
    expect(frames(db)).toBe(0);
    ingester.close();
  });

  test('can make a step again that the database was too busy for, and loses nothing', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'journal');
    writeJournal(path, [['client', 1, 'a\nb\n'], END]);
    const db = memoryDatabase();
    const ingester = new Ingester(db, path);
    // a trigger stands in for what makes a commit fail: it is SQLite that throws, in the middle of the batch
    db.exec(`CREATE TEMP TRIGGER busy BEFORE INSERT ON main.envelope BEGIN SELECT raise(ABORT, 'not now'); END`);
    expect(() => ingester.step()).toThrow('not now');
    expect(() => ingester.step()).toThrow('not now');
    expect(frames(db)).toBe(0);
    db.exec('DROP TRIGGER temp.busy');
    expect(ingester.step()).toBe('done');
    expect(frames(db)).toBe(2);
    ingester.close();
  });
});

describe('JournalRow', () => {
  test('finds what it wrote, and nothing for another id', () => {
    const db = memoryDatabase();
    const row = new JournalRow(db, HEADER.id);
    expect(row.find()).toBeUndefined();
    const number = row.insert(HEADER);
    expect(row.find()).toEqual({ number, state: 'live', isIn: false, position: undefined, ingester: undefined });
    const stream = { frames: 1, bytes: 2, lost: 3, sha256: undefined };
    const counts = { client: stream, agent: stream, stderr: stream, events: 4, lastNs: 5 };
    const position = startPosition(20);
    row.update(number, { state: 'ended', counts, position, ingester: DEAD, damage: undefined, exit: undefined });
    expect(row.find()).toEqual({ number, state: 'ended', isIn: false, position, ingester: DEAD });
    expect(new JournalRow(db, 'another').find()).toBeUndefined();
  });
});

test('rows are taken back from a place on, and those of other recordings stay', () => {
  const db = memoryDatabase();
  const insert = db.prepare(`INSERT INTO event VALUES (?, 0, 'exit', '{}')`);
  for (const recording of [1, 2, 3]) for (const seq of [0, 1, 2]) insert.run(recording * 2 ** 32 + seq);
  deleteRowsFrom(db, 2, 1);
  const left = db.prepare('SELECT key / 4294967296, key % 4294967296 FROM event ORDER BY key').raw().all();
  expect(left.join(' ')).toBe('1,0 1,1 1,2 2,0 3,0 3,1 3,2');
});
