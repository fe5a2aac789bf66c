import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { Sqlite } from '../../support/store/sqlite.js';
import { describe, expect, test } from 'vitest';
import { damagedJournalsOf } from '../../../src/store/journal/damaged-journals.js';
import { bringInJournals, journalsOf, type JournalPutAside } from '../../../src/store/journal/journals.js';
import { findRecording, listRecordings } from '../../../src/store/query/recordings.js';
import { removeRecording } from '../../../src/store/query/remove.js';
import { NO_DAMAGE } from '../../../src/wire/journal-damage.js';
import { fileDatabase, timeline } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import {
  appendRecords,
  DEAD,
  END,
  journalBytes,
  neighbour,
  writeJournal,
  type TestRecord,
} from '../../support/store/journals.js';

const IDS = ['01hxe7n3f0000001', '01hxe7n3f0000002', '01hxe7n3f0000003'] as const;
const SAID: TestRecord = ['agent', 1, 'a\n'];

/** A database beside which `journals` lie. */
function databaseWith(journals: Readonly<Record<string, readonly TestRecord[]>>): {
  db: Database;
  pathOf: (id: string) => string;
} {
  const db = fileDatabase(join(temporaryFolder(), 't.db'));
  const pathOf = (id: string): string => join(`${db.name}-journals`, id);
  mkdirSync(`${db.name}-journals`, { recursive: true });
  for (const [id, records] of Object.entries(journals)) writeJournal(pathOf(id), records, { id, owner: DEAD });
  return { db, pathOf };
}

function bringIn(db: Database): { warnings: string[]; ended: string[]; progress: string[] } {
  const seen = { warnings: [] as string[], ended: [] as string[], progress: [] as string[] };
  bringInJournals(db, {
    warn: (text) => seen.warnings.push(text),
    ended: ({ reader }) => seen.ended.push(`${reader.header.id} ${existsSync(reader.path)}`),
    progress: (id, done) => seen.progress.push(`${id} ${done}`),
  });
  return seen;
}

function states(db: Database): string[] {
  return listRecordings(db)
    .map(({ id, state }) => `${id} ${state}`)
    .sort();
}

describe('journalsOf', () => {
  test('gives the oldest first, and only what has the name of one', () => {
    const { db, pathOf } = databaseWith({ [IDS[1]]: [], [IDS[0]]: [SAID] });
    writeFileSync(pathOf('notes.txt'), '');
    writeFileSync(pathOf('01HXE7N3F0000009'), '');
    expect(journalsOf(db.name).map(({ id, path }) => [id, path])).toEqual([
      [IDS[0], pathOf(IDS[0])],
      [IDS[1], pathOf(IDS[1])],
    ]);
    expect(journalsOf(db.name)[0]?.sizeBytes).toBeGreaterThan(journalsOf(db.name)[1]?.sizeBytes ?? Infinity);
  });

  test('gives none where there is no folder', () => {
    expect(journalsOf(join(temporaryFolder(), 'none.db'))).toEqual([]);
  });
});

describe('a damaged journal', () => {
  /** With a record in which a bit is another. */
  function damage(path: string): void {
    const bytes = journalBytes([SAID, ['agent', 2, 'lost\n'], ['agent', 3, 'b\n'], END], { id: IDS[0], owner: DEAD });
    bytes[Buffer.from(bytes).indexOf('lost') + 1] = 0x2a;
    writeFileSync(path, bytes);
  }

  test('is brought in as far as it can be read, and kept under another name, for this user alone', () => {
    const { db, pathOf } = databaseWith({ [IDS[0]]: [] });
    damage(pathOf(IDS[0]));
    chmodSync(pathOf(IDS[0]), 0o644);
    const told: JournalPutAside[] = [];
    const bringIn = (): void => {
      bringInJournals(db, { warn: (text) => expect.fail(text), damaged: (journal) => told.push(journal) });
    };
    bringIn();
    const path = `${pathOf(IDS[0])}.damaged`;
    expect(told).toEqual([{ id: IDS[0], path, damage: { ...NO_DAMAGE, skippedBytes: 53, missingRecords: 1 } }]);
    expect(readdirSync(`${db.name}-journals`)).toEqual([`${IDS[0]}.damaged`]);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(timeline(db)).toEqual([
      '0 agent a',
      '1 event gap {"reason":"the journal is damaged","bytes":"53","records":"1"}',
      '2 event gap {"agent":"5","reason":"the journal is damaged"}',
      '3 agent b',
    ]);
    bringIn();
    expect(told).toHaveLength(1);
    expect([journalsOf(db.name), damagedJournalsOf(db.name)]).toEqual([[], [path]]);
  });

  test('takes the place of no other that is kept, and goes with its recording', () => {
    const { db, pathOf } = databaseWith({ [IDS[0]]: [], [IDS[1]]: [SAID, END] });
    damage(pathOf(IDS[0]));
    writeFileSync(`${pathOf(IDS[0])}.damaged`, 'of before');
    writeFileSync(`${pathOf(IDS[1])}.damaged`, 'of another');
    bringInJournals(db, { warn: (text) => expect.fail(text) });
    expect(damagedJournalsOf(db.name, IDS[0])).toEqual([`${pathOf(IDS[0])}.2.damaged`, `${pathOf(IDS[0])}.damaged`]);
    expect(readFileSync(`${pathOf(IDS[0])}.damaged`, 'utf8')).toBe('of before');
    removeRecording(db, findRecording(db, IDS[0]));
    expect(damagedJournalsOf(db.name)).toEqual([`${pathOf(IDS[1])}.damaged`]);
  });
});

describe('bringInJournals', () => {
  test('brings in what taps left that ended or were killed, and removes their journals', () => {
    const { db, pathOf } = databaseWith({ [IDS[0]]: [SAID, END], [IDS[1]]: [SAID] });
    expect(bringIn(db)).toMatchObject({ warnings: [], ended: [`${IDS[0]} true`, `${IDS[1]} true`] });
    expect(states(db)).toEqual([`${IDS[0]} ended`, `${IDS[1]} killed`]);
    expect([existsSync(pathOf(IDS[0])), existsSync(pathOf(IDS[1]))]).toEqual([false, false]);
    expect(bringIn(db)).toEqual({ warnings: [], ended: [], progress: [] });
  });

  test.each(['database', 'folder', 'journal'] as const)('leaves all alone where others may write the %s', (what) => {
    const { db, pathOf } = databaseWith({ [IDS[0]]: [SAID, END] });
    const path = { database: db.name, folder: join(pathOf(IDS[0]), '..'), journal: pathOf(IDS[0]) }[what];
    chmodSync(path, 0o777);
    const { warnings, ended } = bringIn(db);
    expect(warnings).toEqual([expect.stringMatching(/can be written to by others \(mode 0777, owner \d+\)/)]);
    expect(ended).toEqual([]);
    expect(existsSync(pathOf(IDS[0]))).toBe(true);
    chmodSync(path, 0o700);
    expect(bringIn(db)).toMatchObject({ warnings: [], ended: [`${IDS[0]} true`] });
  });

  test('follows no link in the place of a journal', () => {
    const { db, pathOf } = databaseWith({});
    const elsewhere = join(temporaryFolder(), 'elsewhere');
    writeJournal(elsewhere, [SAID, END], { id: IDS[0], owner: DEAD });
    symlinkSync(elsewhere, pathOf(IDS[0]));
    expect(bringIn(db)).toEqual({ warnings: [], ended: [], progress: [] });
    expect(listRecordings(db)).toEqual([]);
    expect(existsSync(elsewhere)).toBe(true);
  });

  test('leaves a journal alone that claims to be another recording', () => {
    const { db, pathOf } = databaseWith({ [IDS[0]]: [SAID] });
    bringIn(db);
    writeJournal(pathOf(IDS[1]), [['agent', 1, 'forged\n'], END], { id: IDS[0], owner: DEAD });
    expect(bringIn(db).warnings).toEqual([expect.stringContaining('claims to belong to another recording')]);
    expect(states(db)).toEqual([`${IDS[0]} killed`]);
    expect(timeline(db).join()).not.toContain('forged');
    expect(existsSync(pathOf(IDS[1]))).toBe(true);
  });

  test('brings in what a living tap has said so far, and leaves the journal to it', () => {
    const { db, pathOf } = databaseWith({});
    writeJournal(pathOf(IDS[0]), [SAID], { id: IDS[0] });
    expect(bringIn(db)).toMatchObject({ warnings: [], ended: [] });
    expect(states(db)).toEqual([`${IDS[0]} live`]);
    expect(existsSync(pathOf(IDS[0]))).toBe(true);
  });

  test('waits a moment, and no longer, for the living process that brings in what a living tap says', () => {
    const { db, pathOf } = databaseWith({});
    writeJournal(pathOf(IDS[0]), [SAID], { id: IDS[0] });
    bringIn(db);
    db.prepare('UPDATE recording SET ingester = ?').run(JSON.stringify(neighbour()));
    appendRecords(pathOf(IDS[0]), [['agent', 2, 'b\n']]);
    bringIn(db);
    bringInJournals(db, { warn: (text) => expect.fail(text), isFollowed: true });
    expect(listRecordings(db)).toMatchObject([{ state: 'live', streams: { agent: { frames: 1 } } }]);
  });

  test('keeps the journal of a tap that may live where no one can look', () => {
    const { db, pathOf } = databaseWith({});
    writeJournal(pathOf(IDS[0]), [SAID], { id: IDS[0], owner: { ...DEAD, boot: 'of another machine' } });
    expect(bringIn(db)).toMatchObject({ warnings: [], ended: [] });
    expect(states(db)).toEqual([`${IDS[0]} unknown`]);
    expect(existsSync(pathOf(IDS[0]))).toBe(true);
  });

  test('is kept from the others by no bad journal, which stays where it is', () => {
    const { db, pathOf } = databaseWith({ [IDS[2]]: [SAID, END] });
    writeFileSync(pathOf(IDS[0]), 'no journal');
    writeFileSync(pathOf(IDS[1]), '');
    const { warnings } = bringIn(db);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(
      `recording ${IDS[0]} could not be brought in completely: the journal ${pathOf(IDS[0])} cannot`,
    );
    expect(states(db)).toEqual([`${IDS[2]} ended`]);
    expect([IDS[0], IDS[1], IDS[2]].map((id) => existsSync(pathOf(id)))).toEqual([true, true, false]);
  });

  test('removes a journal only when its rows are on the disk, even where a reader delays that', () => {
    const { db, pathOf } = databaseWith({ [IDS[0]]: [SAID, END] });
    const reader = new Sqlite(db.name, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM frame').get();
    bringIn(db);
    expect(states(db)).toEqual([`${IDS[0]} ended`]);
    expect(existsSync(pathOf(IDS[0]))).toBe(true);
    reader.close();
    bringIn(db);
    expect(existsSync(pathOf(IDS[0]))).toBe(false);
    expect(listRecordings(db)).toMatchObject([{ streams: { agent: { frames: 1 } } }]);
  });

  test('tells how far it is, and at last that all is in', () => {
    const { db } = databaseWith({ [IDS[0]]: [SAID, END] });
    expect(bringIn(db).progress.at(-1)).toBe(`${IDS[0]} 1`);
  });
});
