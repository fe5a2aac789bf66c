import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listRecordings } from '../../../src/store/query/recordings.js';
import { journalFolder } from '../../../src/store/schema/locate.js';
import { openUpToDate } from '../../../src/tasks/recordings/open-up-to-date.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { Sqlite } from '../../support/store/sqlite.js';
import { DEAD, END, HEADER, writeJournal, type TestRecord } from '../../support/store/journals.js';

const SAID: TestRecord = ['agent', 1, 'a\n'];

/** A folder as it may come from a stranger: journals beside a database. */
class FoundFolder {
  readonly folder = temporaryFolder();
  readonly db = join(this.folder, 't.db');

  constructor() {
    mkdirSync(journalFolder(this.db), { mode: 0o700 });
  }

  /** @param header what it says of itself; more than a header of ours may hold, too */
  journal(id: string, header: object): void {
    writeJournal(join(journalFolder(this.db), id), [SAID, END], { id, owner: DEAD, ...header });
  }

  /** What is said when a command opens the database, and the ids of its recordings. */
  open(): { said: string[]; ids: string[] } {
    const said: string[] = [];
    const io = {
      env: {},
      stdin: 0,
      say: (text: string) => void said.push(text),
      progress: () => undefined,
      now: Date.now,
    };
    const db = openUpToDate(io, { db: this.db });
    const ids = listRecordings(db).map(({ id }) => id);
    db.close();
    return { said, ids };
  }
}

const IDS = ['01hxe7n3f0000003', '01hxe7n3f0000002', '01hxe7n3f0000001'] as const;

test('a recording without a journal, of a tap that is dead, is live no longer once a command opens the database', () => {
  const found = new FoundFolder();
  found.journal(IDS[0], {});
  found.open();
  const db = new Sqlite(found.db);
  db.exec("UPDATE recording SET state = 'live'");
  found.open();
  expect(db.prepare('SELECT state FROM recording').pluck().all()).toEqual(['killed']);
  db.close();
});

describe('a journal is data: a command that recovers it', () => {
  test('writes no file that it names, and says how to export the recording', () => {
    const found = new FoundFolder();
    const precious = join(found.folder, 'profile');
    writeFileSync(precious, 'precious');
    found.journal(IDS[0], { fixture: precious });
    const { said } = found.open();
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(said).toEqual([
      expect.stringMatching(`not have been exported to ${precious}\\. .* turntable export ${IDS[0]} -o FILE$`),
    ]);
    expect(found.open().said).toEqual([]);
  });

  test('makes no file that it names', () => {
    const found = new FoundFolder();
    found.journal(IDS[0], { fixture: join(found.folder, 'new.acp') });
    found.open();
    expect(existsSync(join(found.folder, 'new.acp'))).toBe(false);
  });

  test('says nothing while the tap lives, which sees to the fixture itself', () => {
    const found = new FoundFolder();
    found.journal(IDS[0], { fixture: '/f.acp', owner: HEADER.owner });
    expect(found.open().said).toEqual([]);
  });

  test.each([
    ["/tmp/a b'; touch x #", `to '/tmp/a b'\\''; touch x #'`],
    ['/tmp/\u001b[2Jx\u202e', String.raw`to $'/tmp/\033[2Jx\342\200\256'`],
  ])('gives %j as text that does no harm', (fixture, text) => {
    const found = new FoundFolder();
    found.journal(IDS[0], { fixture });
    const { said } = found.open();
    expect(said).toEqual([expect.stringContaining(text)]);
    expect(said[0]).toMatch(/^[ -~]*$/);
  });

  test('removes no recording, whatever it says of keeping them', () => {
    const found = new FoundFolder();
    for (const id of IDS) found.journal(id, { name: 'n', keep: 1 });
    expect(found.open().ids).toEqual([...IDS]);
  });

  test.each([{ fixture: 7 }, { fixture: null }, { check: true }, { owner: { pid: -1 } }, { owner: { pid: '1; x' } }])(
    'takes %j for what it is',
    (header) => {
      const found = new FoundFolder();
      found.journal(IDS[0], header);
      expect(found.open()).toEqual({ said: [], ids: [IDS[0]] });
    },
  );
});
