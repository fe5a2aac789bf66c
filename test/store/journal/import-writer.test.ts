import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import type { FixtureEntry, FixtureEvent, FixtureFrame } from '../../../src/fixture/format/format.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { frameBytes, timelineOf } from '../../../src/store/query/timeline.js';
import { concat, latin1, utf8 } from '../../support/values/bytes.js';
import { dump, memoryDatabase } from '../../support/store/databases.js';
import { fixtureEntry } from '../../support/fixtures/fixtures.js';
import { fc } from '../../support/values/property.js';

function frame(bytes: string | Uint8Array, more: Partial<FixtureFrame> = {}): FixtureFrame {
  const said = typeof bytes === 'string' ? utf8(bytes) : bytes;
  return { type: 'frame', stream: 'agent', bytes: said, terminated: true, atNs: 5, ...more };
}

function event(name: FixtureEvent['name'], fields: FixtureEvent['fields'], atNs?: number): FixtureEvent {
  return { type: 'event', name, fields, atNs };
}

function imported(...entries: FixtureEntry[]): Database {
  const db = memoryDatabase();
  const writer = new ImportWriter(db, { name: 'n', headers: undefined, nowMs: 1_700_000_000_000 });
  for (const entry of entries) writer.add(entry);
  writer.end();
  return db;
}

describe('ImportWriter', () => {
  test('writes any entries so that the timeline gives them back', () => {
    fc.assert(
      fc.property(fc.array(fixtureEntry, { maxLength: 8 }), (entries) => {
        const db = imported(...entries);
        const back = Array.from(timelineOf(db, 1), (entry) =>
          entry.type === 'event'
            ? event(entry.name, entry.fields, entry.atNs)
            : frame(concat([...frameBytes(db, 1, entry)]), {
                stream: entry.stream,
                terminated: entry.terminated,
                atNs: entry.lastNs,
              }),
        );
        const comparable = (entry: FixtureEntry): object =>
          'bytes' in entry ? { ...entry, bytes: latin1(entry.bytes) } : entry;
        expect(back.map(comparable)).toEqual(entries.map(comparable));
        db.close();
      }),
      { numRuns: 40 },
    );
  });

  test('counts, and keeps the facts that events tell', () => {
    const db = imported(
      event('spawn', { argv: '["a","b"]', cwd: '/w' }, 0),
      frame('{"id":1}', { stream: 'client', atNs: 7 }),
      frame('half', { terminated: false, atNs: undefined }),
      event('exit', { signal: 'SIGKILL' }, 99),
    );
    expect(findRecording(db, '1')).toMatchObject({
      source: 'import',
      state: 'ended',
      name: 'n',
      startedUs: 1_700_000_000_000_000,
      recordedUs: undefined,
      argv: ['a', 'b'],
      cwd: '/w',
      exitCode: undefined,
      exitSignal: 'SIGKILL',
      events: 2,
      lastNs: 99,
      streams: { client: { frames: 1, bytes: 9 }, agent: { frames: 1, bytes: 4 }, stderr: { frames: 0, bytes: 0 } },
    });
  });

  test('is not put off by facts of another shape', () => {
    for (const argv of ['no JSON', '{}', '[1]']) {
      const recording = findRecording(imported(event('spawn', { argv }), event('exit', { code: 'many' })), '1');
      expect(recording).toMatchObject({ argv: undefined, cwd: undefined, exitCode: undefined });
    }
    expect(findRecording(imported(event('exit', { code: '7' })), '1').exitCode).toBe(7);
  });

  test('takes times and exit codes that no table holds for the nearest that it does', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const db = imported(
      ...[-0.4, -1e300, 1e300, Infinity].map((atNs) => frame('x', { atNs })),
      event('exit', { code: '9'.repeat(400) }, Infinity),
    );
    expect(db.prepare('SELECT last_ns FROM frame ORDER BY key').pluck().all()).toEqual([0, -most, most, most]);
    expect(db.prepare('SELECT exit_code, last_ns FROM recording').raw().get()).toEqual([most, most]);
    expect(verifyRecording(db, findRecording(db, '1')).verdict).toBe('unchanged');
  });

  test('keeps headers, and when it was recorded where they say it', () => {
    const db = memoryDatabase();
    const headers = [
      ['recorded', '2026-01-02T03:04:05.006Z'],
      ['x', ''],
    ] as const;
    new ImportWriter(db, { name: undefined, headers, nowMs: 1 }).end();
    expect(findRecording(db, '1')).toMatchObject({ headers, recordedUs: Date.UTC(2026, 0, 2, 3, 4, 5, 6) * 1000 });
  });

  test('keeps a line above 16 MB in parts', () => {
    const bytes = new Uint8Array(16 * 1024 * 1024 + 1).map((_, i) => 32 + (i % 90));
    const db = imported(frame('first'), frame(bytes, { atNs: undefined }));
    const [, entry] = Array.from(timelineOf(db, 1));
    if (entry?.type !== 'frame') return expect.fail();
    expect(entry).toMatchObject({ sizeBytes: bytes.length, firstNs: undefined, lastNs: undefined });
    expect(entry.head).toHaveLength(4096);
    expect(Buffer.compare(concat([...frameBytes(db, 1, entry)]), bytes)).toBe(0);
    expect(dump(db)['part']).toHaveLength(17);
  });
});
