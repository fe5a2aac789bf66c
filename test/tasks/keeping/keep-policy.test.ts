import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRecording, listRecordings } from '../../../src/store/query/recordings.js';
import { filesBytes, markKept, noteRemoval, policyRemovals } from '../../../src/store/query/removals.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { allRemovalsText, newRemovalsText, policyAdvice } from '../../../src/tasks/keeping/house-report.js';
import { keepHouse } from '../../../src/tasks/keeping/keep-house.js';
import { applyPolicy, type KeepPolicy } from '../../../src/tasks/keeping/keep-policy.js';
import { fileDatabase } from '../../support/store/databases.js';
import { record, type TestRecording } from '../../support/store/recordings.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const DAY_US = 24 * 3600 * 1e6;
const ago = (days: number): number => Date.now() * 1000 - days * DAY_US;

function recorded(recordings: readonly TestRecording[]): Database {
  const folder = temporaryFolder();
  const db = fileDatabase(join(folder, 't.db'));
  for (const [i, recording] of recordings.entries()) record(db, join(folder, 'journal'), i + 1, recording);
  return db;
}

const FIVE: TestRecording[] = [
  { startedUs: ago(90), bytes: 300_000, name: 'kept' },
  { startedUs: ago(80), bytes: 300_000, live: true },
  { startedUs: ago(70), bytes: 300_000 },
  { startedUs: ago(5), bytes: 300_000 },
  { startedUs: ago(1), bytes: 300_000 },
];

const numbersOf = (db: Database): number[] => listRecordings(db).map(({ number }) => number);

describe('a policy', () => {
  test.each<[string, KeepPolicy, number[]]>([
    ['that says nothing lets nothing go', {}, [5, 4, 3, 2, 1]],
    ['lets go what is old', { days: 60 }, [5, 4, 2, 1]],
    ['lets go what is too much, the oldest first', { bytes: 1_400_000 }, [5, 4, 2, 1]],
    ['lets go what either limit does', { days: 60, bytes: 1_000_000 }, [5, 2, 1]],
    ['leaves live, kept and the latest ones, whatever they take', { days: 0.5, bytes: 1 }, [5, 2, 1]],
  ])('%s', (_, policy, left) => {
    const db = recorded(FIVE);
    markKept(db, findRecording(db, 'kept'), true);
    applyPolicy(db, policy, findRecording(db, '5').id);
    expect(numbersOf(db)).toEqual(left);
    const gone = [1, 2, 3, 4, 5].filter((number) => !left.includes(number));
    expect(policyRemovals(db).map(({ number }) => number)).toEqual(gone);
  });

  test('counts from when a recording ended', () => {
    const db = recorded([{ startedUs: ago(90) }, { startedUs: ago(1) }]);
    db.prepare('UPDATE recording SET last_ns = ? WHERE number = 1').run(89 * DAY_US * 1000);
    applyPolicy(db, { days: 60 }, '');
    expect(numbersOf(db)).toEqual([2, 1]);
  });

  test('is said once by list, and later still by doctor', () => {
    const db = recorded(FIVE);
    expect(newRemovalsText(db)).toBeUndefined();
    applyPolicy(db, { days: 60 }, '');
    const text = '--keep-days removed 2 recordings (600 kB): 1 (kept), 3';
    expect([newRemovalsText(db), newRemovalsText(db), allRemovalsText(db)]).toEqual([text, undefined, text]);
  });

  test('has removed nothing where it was killed after its note', () => {
    const db = recorded(FIVE);
    noteRemoval(db, findRecording(db, '3'), 'size');
    expect([newRemovalsText(db), policyRemovals(db)]).toEqual([undefined, []]);
  });
});

describe('keeping house', () => {
  test('makes everything small and gives the space back; live recordings stay as they are', async () => {
    const db = recorded(FIVE);
    db.pragma('wal_checkpoint(TRUNCATE)');
    const before = statSync(db.name).size;
    await keepHouse(db.name, undefined, '');
    expect(numbersOf(db)).toEqual([5, 4, 3, 2, 1]);
    expect(db.prepare('SELECT DISTINCT key >> 32 FROM frame').pluck().all()).toEqual([2]);
    expect(db.prepare('SELECT count(*) FROM recording WHERE ingester IS NOT NULL AND number <> 2').pluck().get()).toBe(
      0,
    );
    expect(before).toBeGreaterThan(1_500_000);
    expect(statSync(db.name).size).toBeLessThan(500_000);
  });

  test('asks how much there is when all is small', async () => {
    const db = recorded(FIVE);
    await keepHouse(db.name, { bytes: 700_000 }, '');
    expect(numbersOf(db)).toEqual([5, 4, 3, 2, 1]);
    await keepHouse(db.name, { bytes: 200_000 }, '');
    expect(numbersOf(db)).toEqual([2]);
  });

  test('is advised for a large database without a policy', () => {
    const db = recorded(FIVE);
    expect(policyAdvice(db)).toBeUndefined();
    const large = new Proxy(db, {
      get: (target, name) =>
        name === 'pragma'
          ? (source: string) => (source === 'page_count' ? 1e6 : source === 'page_size' ? 4096 : 0)
          : (Reflect.get(target, name) as unknown),
    });
    expect(filesBytes(large)).toBeGreaterThan(2e9);
    expect(policyAdvice(large)).toMatch(/--keep-size/);
    applyPolicy(db, { days: 60 }, '');
    expect(policyAdvice(large)).toBeUndefined();
  });
});
