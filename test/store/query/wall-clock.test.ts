import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { WallClock } from '../../../src/store/query/wall-clock.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { END, HEADER, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';

const S = 1e9;

function clockOf(...records: TestRecord[]): WallClock {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  writeJournal(path, [...records, END]);
  ingest(db, path);
  return new WallClock(db, findRecording(db, '1'));
}

test('counts from the start of the recording', () => {
  const clock = clockOf();
  expect([0, 1500, 3 * S].map((ns) => clock.at(ns))).toEqual([HEADER.wallUs, HEADER.wallUs + 1.5, HEADER.wallUs + 3e6]);
  expect(clock.at(undefined)).toBeUndefined();
});

test('counts from the last anchor before the moment, where the clock was set or the machine slept', () => {
  const clock = clockOf(['anchor', 10 * S, { wallUs: 5e15 }], ['anchor', 20 * S, { wallUs: 4e15 }]);
  expect(clock.at(9 * S)).toBe(HEADER.wallUs + 9e6);
  expect(clock.at(10 * S)).toBe(5e15);
  expect(clock.at(19 * S)).toBe(5e15 + 9e6);
  expect(clock.at(21 * S)).toBe(4e15 + 1e6);
});

test('knows the time of an import only where the file told it', () => {
  const db = memoryDatabase();
  const recorded = [['recorded', '2026-01-02T03:04:05.006Z'] as const];
  for (const headers of [undefined, recorded, [['recorded', 'yesterday'] as const]]) {
    new ImportWriter(db, { name: undefined, headers, nowMs: 1 }).end();
  }
  const at = (number: string): number | undefined => new WallClock(db, findRecording(db, number)).at(S);
  expect([at('1'), at('2'), at('3')]).toEqual([undefined, Date.UTC(2026, 0, 2, 3, 4, 6, 6) * 1000, undefined]);
});
