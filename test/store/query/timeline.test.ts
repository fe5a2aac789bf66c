import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { frameBytes, LISTED_BYTES, pairOf, timelineOf } from '../../../src/store/query/timeline.js';
import type { Frame, TimelineEntry } from '../../../src/wire/frame.js';
import { concat, latin1, utf8 } from '../../support/values/bytes.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { END, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { fc } from '../../support/values/property.js';

function recorded(...records: TestRecord[]): Database {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  writeJournal(path, [...records, END]);
  ingest(db, path);
  return db;
}

function label(entry: TimelineEntry): string {
  return entry.type === 'event' ? `${entry.seq} ${entry.name}` : `${entry.seq} ${latin1(entry.head)}`;
}

const SIGNAL: TestRecord = ['event', 5, { name: 'signal', fields: { signal: 'SIGINT' } }];

/** 700 frames, more than two pages of them, with events between, before and after. */
const LONG: TestRecord[] = [
  SIGNAL,
  ...Array.from({ length: 70 }, (_, i): TestRecord[] => [
    ['agent', i, Array.from({ length: 10 }, (__, j) => `line ${i * 10 + j}\n`).join('')],
    ...(i % 7 === 0 ? [SIGNAL, SIGNAL] : []),
  ]).flat(),
  SIGNAL,
];

describe('timelineOf', () => {
  test('gives all frames and events in order, over any number of pages', () => {
    const entries = Array.from(timelineOf(recorded(...LONG), 1));
    expect(entries).toHaveLength(700 + 22);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, i) => i));
    const lines = entries.filter((entry) => entry.type === 'frame').map(({ head }) => latin1(head));
    expect(lines).toEqual(Array.from({ length: 700 }, (_, i) => `line ${i}`));
  });

  test('gives any range of them, both ends included', () => {
    const db = recorded(...LONG);
    const all = Array.from(timelineOf(db, 1), label);
    const place = fc.option(fc.integer({ min: 0, max: 730 }), { nil: undefined });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
        const expected = all.slice(from ?? 0, to === undefined ? undefined : to + 1);
        expect(Array.from(timelineOf(db, 1, range), label)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test('gives a whole number of pages, events behind the last frame, and nothing', () => {
    const page = Array.from({ length: 256 }, (): TestRecord => ['client', 1, 'x\n']);
    expect(Array.from(timelineOf(recorded(...page), 1))).toHaveLength(256);
    expect(
      Array.from(timelineOf(recorded(...page, SIGNAL, SIGNAL), 1))
        .map(label)
        .slice(-2),
    ).toEqual(['256 signal', '257 signal']);
    expect(Array.from(timelineOf(recorded(), 1))).toEqual([]);
    expect(Array.from(timelineOf(recorded(...page), 2))).toEqual([]);
  });

  test('holds no lock between pages: what comes meanwhile is given as well', () => {
    const db = recorded(...LONG);
    const entries = timelineOf(db, 1);
    entries.next();
    db.prepare(`INSERT INTO event VALUES (?, NULL, 'incomplete', '{}')`).run(2 ** 32 + 800);
    expect(Array.from(entries, label).at(-1)).toBe('800 incomplete');
  });

  test('gives a frame with all that is known of it, and an event with its fields', () => {
    const db = recorded(['client', 3, '{"id":1.0,"method":"m","params":{"sessionId":"s"}}'], SIGNAL);
    expect(Array.from(timelineOf(db, 1))).toMatchObject([
      { type: 'event', seq: 0, name: 'signal', fields: { signal: 'SIGINT' }, atNs: 5 },
      {
        type: 'frame',
        seq: 1,
        stream: 'client',
        terminated: false,
        firstNs: 3,
        lastNs: 3,
        sizeBytes: 50,
        envelope: { kind: 'request', method: 'm', id: '1.0', sessionId: 's' },
      },
    ]);
  });
});

describe('frameBytes', () => {
  test.each([0, 1, LISTED_BYTES, LISTED_BYTES + 1, 1_000_000])('gives all of a frame of %i bytes', (sizeBytes) => {
    const bytes = Uint8Array.from({ length: sizeBytes }, (_, i) => 32 + (i % 90));
    const db = recorded(['agent', 1, concat([bytes, utf8('\n')])]);
    const [frame] = Array.from(timelineOf(db, 1)) as Frame[];
    expect(frame?.sizeBytes).toBe(sizeBytes);
    expect(frame?.head).toHaveLength(sizeBytes <= LISTED_BYTES ? sizeBytes : 4096);
    expect(latin1(concat([...frameBytes(db, 1, frame ?? expect.fail())])) === latin1(bytes)).toBe(true);
  });
});

describe('pairOf', () => {
  /** Frame by frame the seq of its other half. */
  function pairs(...lines: readonly (readonly ['client' | 'agent' | 'stderr', string])[]): (number | undefined)[] {
    const db = recorded(...lines.map(([stream, line], i): TestRecord => [stream, i, `${line}\n`]));
    return Array.from(timelineOf(db, 1), (entry) => (entry.type === 'frame' ? pairOf(db, 1, entry)?.seq : undefined));
  }

  test('finds the response of a request and the request of a response', () => {
    expect(
      pairs(
        ['client', '{"id":1,"method":"a"}'],
        ['client', '{"id":2,"method":"b"}'],
        ['agent', '{"id":2,"result":0}'],
        ['agent', '{"id":1,"error":{}}'],
      ),
    ).toEqual([3, 2, 1, 0]);
  });

  test('keeps apart the ids of client and agent, and ids that are spelled otherwise', () => {
    expect(
      pairs(
        ['client', '{"id":1,"method":"a"}'],
        ['agent', '{"id":1,"method":"b"}'],
        ['agent', '{"id":"1","result":0}'],
        ['client', '{"id":1,"result":0}'],
        ['agent', '{"id":1,"result":0}'],
      ),
    ).toEqual([4, 3, undefined, 1, 0]);
  });

  test('of an id that is used again, pairs the nearest', () => {
    expect(
      pairs(
        ['client', '{"id":1,"method":"a"}'],
        ['agent', '{"id":1,"result":0}'],
        ['client', '{"id":1,"method":"b"}'],
        ['agent', '{"id":1,"result":0}'],
      ),
    ).toEqual([1, 0, 3, 2]);
  });

  test('finds nothing for what has no other half', () => {
    expect(
      pairs(
        ['client', '{"method":"a"}'],
        ['agent', '{"error":{}}'],
        ['agent', '{"id":7,"result":0}'],
        ['client', '{"id":8,"method":"a"}'],
        ['stderr', '{"id":8,"result":0}'],
        ['agent', '[{"id":8,"result":0}]'],
        ['client', '{"id":[],"method":"a"}'],
      ),
    ).toEqual(Array.from({ length: 7 }));
  });

  test('tells the method and the time of the other half', () => {
    const db = recorded(['client', 10, '{"id":1,"method":"a"}\n'], ['agent', 30, '{"id":1,"result":0}\n']);
    const [request, response] = Array.from(timelineOf(db, 1)) as Frame[];
    expect(pairOf(db, 1, response ?? expect.fail())).toEqual({ seq: 0, lastNs: 10, method: 'a' });
    expect(pairOf(db, 1, request ?? expect.fail())).toEqual({ seq: 1, lastNs: 30, method: undefined });
  });
});
