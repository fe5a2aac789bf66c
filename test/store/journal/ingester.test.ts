import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Ingester } from '../../../src/store/journal/ingester.js';
import type { Liveness } from '../../../src/store/journal/process-identity.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { timelineOf } from '../../../src/store/query/timeline.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import { concat, utf8 } from '../../support/values/bytes.js';
import { dump, memoryDatabase, timeline } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import {
  appendRecords,
  END,
  ingest,
  journalBytes,
  journalPieces,
  tapRecords,
  writeJournal,
  type TestRecord,
} from '../../support/store/journals.js';
import { fc } from '../../support/values/property.js';

function journalPath(): string {
  return join(temporaryFolder(), 'journal');
}

describe('the rows of a journal', () => {
  test('are numbered in the order in which lines end, events in their place', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, [
      ['event', 1, { name: 'spawn', fields: { pid: '7' } }],
      ['agent', 2, '{"method":'],
      ['stderr', 3, 'warn'],
      ['client', 4, '{"id":1,"method":"m"}\n{"id":2'],
      ['stderr', 5, 'ing\n'],
      ['event', 6, { name: 'signal', fields: { signal: 'SIGINT' } }],
      ['agent', 7, '"n"}\r\nrest'],
      END,
    ]);
    expect(ingest(db, path)).toBe('done');
    expect(timeline(db)).toEqual([
      '0 event spawn {"pid":"7"}',
      '1 client {"id":1,"method":"m"}',
      '2 stderr warning',
      '3 event signal {"signal":"SIGINT"}',
      '4 agent {"method":"n"}\r',
      '5 client {"id":2 ~',
      '6 agent rest ~',
    ]);
  });

  test('carry when the first and the last byte of a line came', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, [['agent', 10, 'a\nb'], ['agent', 20, 'b'], ['client', 25, 'x'], ['agent', 30, 'b\n'], END]);
    ingest(db, path);
    const times = Array.from(timelineOf(db, 1), (entry) => entry.type === 'frame' && [entry.firstNs, entry.lastNs]);
    expect(times).toEqual([
      [10, 10],
      [10, 30],
      [25, 25],
    ]);
  });

  test('an unterminated last line ends where its stream does', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    const eof: TestRecord = ['event', 2, { name: 'agent-eof', fields: {} }];
    writeJournal(path, [['agent', 1, 'half'], ['client', 1, 'c'], eof, ['client', 3, 'd\n'], END]);
    ingest(db, path);
    expect(timeline(db)).toEqual(['0 agent half ~', '1 event agent-eof {}', '2 client cd']);
  });

  test('are the recording’s facts as well: argv, times, counts, how the agent ended', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    const exit: TestRecord = ['event', 77, { name: 'exit', fields: { code: '3' } }];
    writeJournal(path, [['client', 5, 'a\nb'], exit, END], { name: 'named' });
    ingest(db, path);
    expect(findRecording(db, '1')).toMatchObject({
      id: '01hxe7n3f0000000',
      source: 'tap',
      name: 'named',
      state: 'ended',
      startedUs: 1_700_000_000_000_000,
      recordedUs: 1_700_000_000_000_000,
      argv: ['agent', '--acp'],
      cwd: '/home/user',
      exitCode: 3,
      exitSignal: undefined,
      events: 1,
      lastNs: 77,
      streams: { client: { frames: 2, bytes: 3, lost: 0 }, agent: { frames: 0, bytes: 0 }, stderr: { frames: 0 } },
    });
  });

  test('count what was forwarded and never recorded', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    const gaps: TestRecord[] = [
      ['gap', 2, { client: 10, agent: 5, stderr: 0 }],
      ['gap', 4, { client: 1, agent: 0, stderr: 7 }],
    ];
    writeJournal(path, [['client', 1, 'a\nb'], ...gaps, ['client', 5, 'c\n'], END]);
    ingest(db, path);
    const recording = findRecording(db, '1');
    expect(Object.values(recording.streams).map(({ lost }) => lost)).toEqual([11, 5, 7]);
    expect(verifyRecording(db, recording)).toMatchObject({
      verdict: 'incomplete',
      streams: { client: { lostBytes: 11 } },
    });
    expect(timeline(db).slice(1)).toEqual([
      '1 client b ~',
      '2 event gap {"client":"10","agent":"5","stderr":"0"}',
      '3 event gap {"client":"1","agent":"0","stderr":"7"}',
      '4 client c',
    ]);
  });
});

test('what the last exit said is known to a process that goes on after it', () => {
  const [db, path] = [memoryDatabase(), journalPath()];
  writeJournal(path, [['event', 1, { name: 'exit', fields: { signal: 'SIGKILL' } }]]);
  ingest(db, path);
  appendRecords(path, [['agent', 2, 'late'], END]);
  expect(ingest(db, path)).toBe('done');
  expect(findRecording(db, '1')).toMatchObject({ state: 'ended', exitCode: undefined, exitSignal: 'SIGKILL' });
});

describe('ingesting in steps', () => {
  /** One go over the whole journal, by one process. */
  function inOneGo(path: string, bytes: Uint8Array, liveness: Liveness): Record<string, string[]> {
    const db = memoryDatabase();
    writeFileSync(path, bytes);
    ingest(db, path, liveness);
    const rows = dump(db);
    db.close();
    return rows;
  }

  /** The journal grows from cut to cut; after each a new process comes, and finds the tap `livenesses[i]`. */
  function inSteps(
    path: string,
    pieces: readonly Uint8Array[],
    livenesses: readonly Liveness[],
  ): Record<string, string[]> {
    const db = memoryDatabase();
    for (let i = 1; i <= pieces.length; i += 1) {
      writeFileSync(path, concat(pieces.slice(0, i)));
      ingest(db, path, livenesses[i - 1] ?? 'alive');
    }
    const rows = dump(db);
    db.close();
    return rows;
  }

  const gone = fc.constantFrom<Liveness>('dead', 'unknown');

  test('makes the same rows as in one go, wherever the journal ended each time and whatever was thought of its tap', () => {
    const path = journalPath();
    const cuts = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 6 });
    fc.assert(
      fc.property(tapRecords, cuts, fc.boolean(), gone, (records, places, ends, otherwise) => {
        const last = ends ? [END] : [];
        const atLast = ends ? 'alive' : otherwise;
        const header = journalBytes([]);
        const rest = journalBytes([...records, ...last]).subarray(header.length);
        const sorted = places
          .map(([place, alive]) => [place % (rest.length + 1), alive ? 'alive' : otherwise] as const)
          .sort(([a], [b]) => a - b);
        const offsets = [0, ...sorted.map(([offset]) => offset), rest.length];
        const pieces = offsets.slice(1).map((end, i) => rest.slice(offsets[i], end));
        const steps = inSteps(path, [header, ...pieces], ['alive', ...sorted.map(([, live]) => live), atLast]);
        expect(steps).toEqual(inOneGo(path, concat([header, rest]), atLast));
      }),
      { numRuns: 80 },
    );
  });

  test('makes the same rows when a new process comes after each record', () => {
    const path = journalPath();
    fc.assert(
      fc.property(tapRecords, fc.oneof(gone, fc.constant<Liveness>('alive')), (records, live) => {
        const pieces = journalPieces([...records, END]);
        expect(
          inSteps(
            path,
            pieces,
            pieces.map(() => live),
          ),
        ).toEqual(inOneGo(path, concat(pieces), 'alive'));
      }),
      { numRuns: 25 },
    );
  });

  test('makes the same rows when one process follows the journal as it grows', () => {
    const path = journalPath();
    fc.assert(
      fc.property(tapRecords, (records) => {
        const db = memoryDatabase();
        writeJournal(path, []);
        const ingester = new Ingester(db, path, { livenessOf: () => 'alive' });
        for (const record of records) {
          appendRecords(path, [record]);
          while (ingester.step() === 'more');
        }
        appendRecords(path, [END]);
        let step = ingester.step();
        while (step === 'more') step = ingester.step();
        ingester.close();
        expect(step).toBe('done');
        expect(dump(db)).toEqual(inOneGo(path, journalBytes([...records, END]), 'alive'));
        db.close();
      }),
      { numRuns: 25 },
    );
  });

  test('commits thousands of lines a few thousand at a time', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, [...Array.from({ length: 9 }, (_, i): TestRecord => ['agent', i, '\n'.repeat(1000)]), END]);
    const ingester = new Ingester(db, path);
    const counts: number[] = [];
    let step = 'more';
    while (step === 'more') {
      step = ingester.step();
      counts.push(Number(db.prepare('SELECT count(*) FROM frame').pluck().get()));
    }
    ingester.close();
    expect(step).toBe('done');
    expect(counts).toEqual([4000, 8000, 9000]);
  });

  test('is caught up while the tap lives and has nothing new to say', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, [['client', 1, 'a\nb']]);
    const ingester = new Ingester(db, path);
    expect([ingester.step(), ingester.step(), ingester.step()]).toEqual(['more', 'caught-up', 'caught-up']);
    expect(ingester.progress).toBe(1);
    expect(findRecording(db, '1')).toMatchObject({ state: 'live', streams: { client: { frames: 1, bytes: 2 } } });
    ingester.close();
  });

  test('is done once the journal is in, whoever asks again', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, [['client', 1, 'a\n'], END]);
    expect([ingest(db, path), ingest(db, path), ingest(db, path, 'dead')]).toEqual(['done', 'done', 'done']);
    expect(timeline(db)).toEqual(['0 client a']);
  });

  test('is over where the journal was removed', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, [['client', 1, 'a\n']]);
    const ingester = new Ingester(db, path);
    rmSync(path);
    expect(ingester.step()).toBe('gone');
    ingester.close();
    expect(dump(db)['recording']).toEqual([]);
  });
});

test('a record larger than one read of the journal is taken whole', () => {
  const [db, path] = [memoryDatabase(), journalPath()];
  const large = concat([utf8('x'.repeat(3_000_000)), utf8('\nafter\n')]);
  writeJournal(path, [['client', 1, 'a\n'], ['agent', 2, large], END]);
  expect(ingest(db, path)).toBe('done');
  expect(findRecording(db, '1').streams.agent).toMatchObject({ frames: 2, bytes: large.length });
  expect(verifyRecording(db, findRecording(db, '1')).verdict).toBe('proved');
});
