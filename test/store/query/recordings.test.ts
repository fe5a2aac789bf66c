import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { TurntableError } from '../../../src/errors.js';
import { findRecording, listRecordings, recordingNumbered } from '../../../src/store/query/recordings.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { emptyImport, record, type TestRecording } from '../../support/store/recordings.js';

function recorded(...recordings: TestRecording[]): Database {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  for (const [i, recording] of recordings.entries()) record(db, path, i + 1, recording);
  return db;
}

function found(db: Database, named: string): number | string {
  try {
    return findRecording(db, named).number;
  } catch (thrown) {
    if (thrown instanceof TurntableError) return `${thrown.code}: ${thrown.message}. ${thrown.hint ?? ''}`;
    throw thrown;
  }
}

const THREE: TestRecording[] = [
  { id: '01hxe7n3faaaaaaa', name: 'gemini' },
  { id: '01hxe7n3fbbbbbbb', name: 'claude' },
  { id: '01hxe8n3fccccccc', name: 'gemini' },
];

/** The SHA-256 sum of no bytes. */
const OF_NOTHING = createHash('sha256').digest('hex');

describe('findRecording', () => {
  test.each([
    ['2', 2],
    ['claude', 2],
    ['gemini', 3],
    ['01hxe7n3fa', 1],
    ['01HXE7N3FB', 2],
    ['01hxe8', 3],
    ['@last', 3],
    ['@1', 3],
    ['@2', 2],
    ['@3', 1],
  ])('%s', (named, number) => {
    expect(found(recorded(...THREE), named)).toBe(number);
  });

  test('a name that is a number hides no other recording', () => {
    const db = recorded(...THREE, { id: '01hxe9n3fddddddd', name: '2' }, { id: '01hxe9n3feeeeeee', name: '77' });
    expect(found(db, '2')).toBe(2);
    expect(found(db, '77')).toBe(5);
  });

  test('@last is the latest start, not the one that came into the database last', () => {
    const db = recorded({ startedUs: 3_000_000 }, { startedUs: 1_000_000 }, { startedUs: 2_000_000 });
    expect([found(db, '@last'), found(db, '@2'), found(db, '@3')]).toEqual([1, 3, 2]);
  });

  test('an import stands where it was imported, not where it was recorded', () => {
    const db = recorded({ startedUs: 5_000_000 });
    expect(emptyImport(db, 'imported', 6_000)).toBe(2);
    expect(found(db, '@last')).toBe(2);
  });

  test.each([
    ['9', `RECORDING_NOT_FOUND: no recording named "9". Run "turntable list" to see all recordings.`],
    ['gemin', 'RECORDING_NOT_FOUND: no recording named "gemin". Did you mean "gemini" (recording 3)?'],
    ['cluade', 'RECORDING_NOT_FOUND: no recording named "cluade". Did you mean "claude" (recording 2)?'],
    ['@4', 'RECORDING_NOT_FOUND: no recording named "@4". Run "turntable list" to see all recordings.'],
    ['@0', 'RECORDING_NOT_FOUND: '],
    ['', 'RECORDING_NOT_FOUND: no recording named "". Run "turntable list" to see all recordings.'],
    [
      '01hxe7',
      'RECORDING_AMBIGUOUS: 2 recordings have an id that begins with "01hxe7". Type more of it: 01hxe7n3fbbbbbbb, 01hxe7n3faaaaaaa',
    ],
  ])('says of %j what is near', (named, message) => {
    expect(found(recorded(...THREE), named)).toContain(message);
  });

  test('says where there are none at all', () => {
    expect(found(memoryDatabase(), '@last')).toBe(
      'RECORDING_NOT_FOUND: no recording named "@last". The database has no recordings.',
    );
  });
});

describe('listRecordings', () => {
  test('gives the latest start first, and of equal ones the higher number', () => {
    const db = recorded({ startedUs: 2 }, { startedUs: 5 }, { startedUs: 2 }, { startedUs: 1 });
    expect(listRecordings(db).map(({ number }) => number)).toEqual([2, 3, 1, 4]);
  });

  test('tells of each what is known, and nothing that is not', () => {
    const [tap, imported] = [recorded({ name: 'n', bytes: 5, live: true }), memoryDatabase()];
    emptyImport(imported, undefined, 7);
    expect(listRecordings(tap)).toMatchObject([
      { name: 'n', source: 'tap', state: 'live', streams: { agent: { frames: 1, bytes: 5, sha256: undefined } } },
    ]);
    expect(listRecordings(imported)).toEqual([
      {
        number: 1,
        isKept: false,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        id: expect.stringMatching(/^[0-9a-z]{16}$/) as string,
        source: 'import',
        name: undefined,
        state: 'ended',
        startedUs: 7000,
        recordedUs: undefined,
        argv: undefined,
        cwd: undefined,
        exitCode: undefined,
        exitSignal: undefined,
        events: 0,
        lastNs: 0,
        streams: Object.fromEntries(
          ['client', 'agent', 'stderr'].map((stream) => [stream, { frames: 0, bytes: 0, lost: 0, sha256: OF_NOTHING }]),
        ),
        headers: undefined,
      },
    ]);
  });

  test('a number finds its recording, and none where there is none', () => {
    const db = recorded({}, {});
    expect(recordingNumbered(db, 2)?.number).toBe(2);
    expect(recordingNumbered(db, 3)).toBeUndefined();
  });
});
