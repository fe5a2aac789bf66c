import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endOrphans } from '../../../src/store/journal/orphans.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { removeRecording } from '../../../src/store/query/remove.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { journalFolder } from '../../../src/store/schema/locate.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { fileDatabase, timeline } from '../../support/store/databases.js';
import { appendRecords, DEAD, END, HEADER, ingest, writeJournal } from '../../support/store/journals.js';

/** A recording that is live in the database, and its journal. */
function live(owner: object | undefined): { readonly db: Database; readonly path: string } {
  const db = fileDatabase(join(temporaryFolder(), 't.db'));
  mkdirSync(journalFolder(db.name), { recursive: true, mode: 0o700 });
  const path = join(journalFolder(db.name), HEADER.id);
  writeJournal(path, [['client', 5, 'a\nb']]);
  expect(ingest(db, path, 'alive')).toBe('caught-up');
  db.prepare('UPDATE recording SET owner = ?').run(owner === undefined ? '{' : JSON.stringify(owner));
  return { db, path };
}

describe('a live recording whose journal is gone', () => {
  test.each([
    ['killed', DEAD, 'the tap was killed, and its journal is gone'],
    ['unknown', undefined, 'the tap ran out of sight, and its journal is gone'],
  ])('is %s where its tap is not known to live', (state, owner, reason) => {
    const { db, path } = live(owner);
    rmSync(path);
    endOrphans(db);
    endOrphans(db);
    const recording = findRecording(db, '1');
    expect(recording).toMatchObject({ state, events: 1, lastNs: 5 });
    expect(timeline(db)).toEqual(['0 client a', `1 event incomplete {"reason":"${reason}"}`]);
    removeRecording(db, recording);
  });

  test('stays live while its tap lives, or another process is at it', () => {
    const { db, path } = live(HEADER.owner);
    rmSync(path);
    endOrphans(db);
    expect(findRecording(db, '1').state).toBe('live');
    db.prepare('UPDATE recording SET owner = ?, ingester = ?').run(JSON.stringify(DEAD), JSON.stringify(HEADER.owner));
    endOrphans(db);
    expect(findRecording(db, '1').state).toBe('live');
  });

  test('is so too where nobody can write it down', () => {
    const { db, path } = live(DEAD);
    rmSync(path);
    expect(findRecording(db, '1').state).toBe('killed');
    expect(timeline(db)).toEqual(['0 client a']);
    db.prepare("UPDATE recording SET owner = '{'").run();
    expect(findRecording(db, '1').state).toBe('unknown');
  });

  test('stays live where it is not gone', () => {
    const { db } = live(DEAD);
    endOrphans(db);
    expect(findRecording(db, '1').state).toBe('live');
  });

  test('goes on where the journal returns, and nothing is twice', () => {
    const { db, path } = live(DEAD);
    renameSync(path, `${path}.away`);
    endOrphans(db);
    renameSync(`${path}.away`, path);
    appendRecords(path, [['client', 6, 'c\n'], END]);
    expect(ingest(db, path, 'dead')).toBe('done');
    expect(timeline(db)).toEqual(['0 client a', '1 client bc']);
    expect(findRecording(db, '1')).toMatchObject({ state: 'ended', events: 0 });
  });
});
