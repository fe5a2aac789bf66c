import { expect, test } from 'vitest';
import { Observer, tell } from '../../../src/model/observer.js';
import { observedEntries } from '../../../src/store/query/observed.js';
import { keptState } from '../../../src/store/query/state-at.js';
import { deleteRowsFrom } from '../../../src/store/journal/journal-row.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { derivationMark } from '../../../src/tasks/derivation-mark.js';
import { LiveStateKeeper } from '../../../src/tasks/recordings/live-state-keeper.js';
import { request } from '../../support/conversations/conversation.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { until } from '../../support/processes/until.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { appendRecords, HEADER, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';

/** Requests, and as many lines of stderr, which are in no state. */
function asked(from: number, count: number): TestRecord[] {
  return Array.from({ length: count }, (_, i) => from + i).flatMap((n): TestRecord[] => [
    ['client', n * 1e3, `${JSON.stringify(request(n, 'session/list', {}))}\n`],
    ['stderr', n * 1e3, 'x\n'],
  ]);
}

/** A recording of so many requests that goes on. */
function live(count: number): { readonly db: Database; readonly journal: string } {
  const db = memoryDatabase();
  const journal = `${temporaryFolder()}/${HEADER.id}`;
  writeJournal(journal, asked(0, count));
  ingest(db, journal);
  return { db, journal };
}

/** The state that whoever asks goes on from, in the recording of {@link live}. */
function kept(db: Database): ReturnType<typeof keptState> {
  return keptState(db, 1, Infinity, derivationMark(db));
}

/** Lets it work until there is nothing more to do. Returns how often it was asked. */
function keep(keeper: LiveStateKeeper, nextSeq: number): number {
  let steps = 1;
  while (keeper.step(1, nextSeq)) steps += 1;
  return steps;
}

test('a state is kept once enough has come, a few entries at a time, and is the one that all entries make', () => {
  const { db, journal } = live(1_500);
  const keeper = new LiveStateKeeper(db);
  expect(keep(keeper, 3_000)).toBeGreaterThan(2);
  const all = new Observer([]);
  for (const entry of observedEntries(db, 1)) tell(all, entry);
  expect(kept(db)).toEqual({ seq: 2_998, state: all.connection });
  appendRecords(journal, asked(1_500, 10));
  ingest(db, journal);
  expect(keep(keeper, 3_020)).toBe(1);
  expect(kept(db)?.seq).toBe(2_998);
});

test('little is not worth a state', () => {
  const { db } = live(500);
  expect(keep(new LiveStateKeeper(db), 1_000)).toBe(1);
  expect(kept(db)).toBeUndefined();
});

test('another ingest goes on with the state that the one before has kept', () => {
  const { db, journal } = live(1_500);
  keep(new LiveStateKeeper(db), 3_000);
  // what is before the kept state is not read again
  db.prepare('DELETE FROM frame WHERE key & 0xffffffff < 100').run();
  appendRecords(journal, asked(1_500, 1_500));
  ingest(db, journal);
  keep(new LiveStateKeeper(db), 6_000);
  expect(kept(db)?.state.requests.client.pending.size).toBe(3_000);
});

test('rows that were taken back take the states derived from them along', () => {
  const { db } = live(1_500);
  keep(new LiveStateKeeper(db), 3_000);
  deleteRowsFrom(db, 1, 2_999);
  expect(kept(db)?.seq).toBe(2_998);
  deleteRowsFrom(db, 1, 2_998);
  expect(kept(db)).toBeUndefined();
});

test('rows that another process may have taken back are folded anew', async () => {
  const { db, journal } = live(1_500);
  const keeper = new LiveStateKeeper(db);
  keep(keeper, 3_000);
  deleteRowsFrom(db, 1, 0);
  keeper.forget();
  appendRecords(journal, asked(1_500, 1_500));
  ingest(db, journal);
  // it rests after it has kept one
  const again = await until('the next state', () => {
    keep(keeper, 6_000);
    return kept(db);
  });
  expect(again.state.requests.client.pending.size).toBe(1_500);
});

test('a failure costs the state and nothing else', () => {
  const { db } = live(1_500);
  db.exec('DROP TABLE event');
  expect(keep(new LiveStateKeeper(db), 3_000)).toBe(1);
});
