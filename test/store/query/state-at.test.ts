import { expect, test } from 'vitest';
import { Observer, tell } from '../../../src/model/observer.js';
import { keptAnalysis, keptCounts } from '../../../src/store/query/kept-analysis.js';
import { observedEntries } from '../../../src/store/query/observed.js';
import { recordingNumbered, type Recording } from '../../../src/store/query/recordings.js';
import { liveState, stateAt } from '../../../src/store/query/state-at.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { request } from '../../support/conversations/conversation.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { appendRecords, END, HEADER, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';

const COUNT = 6_000;

function asked(from: number, count: number): TestRecord[] {
  return Array.from({ length: count }, (_, i) => [
    'client',
    (from + i) * 1e3,
    `${JSON.stringify(request(from + i, 'session/list', {}))}\n`,
  ]);
}

function live(): { readonly db: Database; readonly journal: string; readonly recording: () => Recording } {
  const db = memoryDatabase();
  const journal = `${temporaryFolder()}/${HEADER.id}`;
  writeJournal(journal, asked(0, COUNT));
  ingest(db, journal);
  return { db, journal, recording: () => recordingNumbered(db, 1) ?? expect.fail() };
}

function checkpoints(db: Database): unknown[] {
  return db.prepare('SELECT seq FROM checkpoint').pluck().all();
}

test('the state of a live recording is kept, and gone on from', () => {
  const { db, journal, recording } = live();
  liveState(db, recording(), 'v');
  expect(checkpoints(db)).toEqual([COUNT - 1]);
  appendRecords(journal, asked(COUNT, 10));
  ingest(db, journal);
  const state = liveState(db, recording(), 'v');
  expect(state.requests.client.pending.size).toBe(COUNT + 10);
  const observer = new Observer([]);
  for (const entry of observedEntries(db, 1)) tell(observer, entry);
  expect(state).toEqual(observer.connection);
  // ten entries are folded faster than they are kept
  expect(checkpoints(db)).toEqual([COUNT - 1]);
  // what is before the kept state is not read again
  db.prepare('DELETE FROM frame WHERE key & 0xffffffff < 100').run();
  expect(liveState(db, recording(), 'v').requests.client.pending.size).toBe(COUNT + 10);
});

test('a kept state is no analysis, and none of another version or of what has ended', () => {
  const { db, journal, recording } = live();
  liveState(db, recording(), 'v');
  expect(keptAnalysis(db, recording(), 'v')).toBeUndefined();
  expect(keptCounts(db, recording(), 'v')).toBeUndefined();
  db.prepare('DELETE FROM frame WHERE key & 0xffffffff < 100').run();
  expect(stateAt(db, recording(), Infinity, 'other').requests.client.pending.size).toBe(COUNT - 100);
  const before = recording();
  appendRecords(journal, [END]);
  ingest(db, journal);
  db.prepare('DELETE FROM checkpoint').run();
  liveState(db, before, 'v');
  expect(checkpoints(db)).toEqual([]);
});
