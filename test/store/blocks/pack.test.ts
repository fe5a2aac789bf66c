import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Packer } from '../../../src/store/blocks/pack.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { FilterScan } from '../../../src/store/query/filter-scan.js';
import { agentTailSeq, lastStderrLine } from '../../../src/store/query/last-rows.js';
import { observedEntries } from '../../../src/store/query/observed.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import { recordingNumbered } from '../../../src/store/query/recordings.js';
import { entryTimes, frameBeginnings, frameBytes, pairOf, timelineOf } from '../../../src/store/query/timeline.js';
import { journalFolder } from '../../../src/store/schema/locate.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { pack, SMALL_BLOCKS } from '../../support/store/blocks.js';
import { dump, fileDatabase, memoryDatabase } from '../../support/store/databases.js';
import { END, HEADER, ingest, tapRecords, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { concat, latin1, utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

function recorded(records: readonly TestRecord[], db = memoryDatabase()): Database {
  const path = join(temporaryFolder(), 'journal');
  writeJournal(path, [...records, END]);
  ingest(db, path);
  return db;
}

/** All that readers say of recording 1. */
function view(db: Database): unknown {
  const entries = Array.from(timelineOf(db, 1));
  const [beginningOf, timeOf] = [frameBeginnings(db, 1, 7), entryTimes(db, 1)];
  return {
    entries: entries.map((entry) => (entry.type === 'event' ? entry : { ...entry, head: latin1(entry.head) })),
    bytes: entries.map((entry) => entry.type === 'frame' && latin1(concat([...frameBytes(db, 1, entry)]))),
    halves: entries.map((entry) => entry.type === 'frame' && pairOf(db, 1, entry)),
    beginnings: entries.map(({ seq }) => latin1(beginningOf(seq) ?? new Uint8Array())),
    times: entries.map(({ seq }) => timeOf(seq)),
    beyond: [beginningOf(entries.length), timeOf(entries.length)],
    observed: Array.from(observedEntries(db, 1), (entry) =>
      entry.type === 'event' ? entry : { ...entry.frame, bytes: entry.frame.bytes && latin1(entry.frame.bytes) },
    ),
    last: [
      agentTailSeq(db, 1),
      { ...lastStderrLine(db, 1), bytes: latin1(lastStderrLine(db, 1)?.bytes ?? new Uint8Array()) },
    ],
    proof: verifyRecording(db, recordingNumbered(db, 1) ?? expect.fail()),
  };
}

const said = (stream: 'client' | 'agent' | 'stderr', n: number, text: string): TestRecord => [stream, n * 1e6, text];

/** Requests and their responses, far from each other, with notifications and events between. */
const EXCHANGES: TestRecord[] = Array.from({ length: 60 }, (_, n): TestRecord[] => [
  said('client', n, `{"id":${n},"method":"session/prompt","params":{"sessionId":"s"}}\n`),
  said('agent', n, `{"id":${n % 7},"method":"fs/read_text_file","params":{"sessionId":"s"}}\n`),
  said('stderr', n, 'a warning\n'),
  ...(n % 9 === 0 ? [['event', n * 1e6, { name: 'signal', fields: { signal: 'SIGINT' } }] as const] : []),
  ...(n >= 40 ? [said('agent', n, `{"id":${n - 40},"result":{}}\n`)] : []),
  ...(n % 3 === 0 ? [said('client', n, `{"id":${n % 7},"result":{}}\n`)] : []),
]).flat();

describe('a recording that is made small', () => {
  test('is the same for every reader, however far it is', () => {
    fc.assert(
      fc.property(fc.oneof(tapRecords, fc.shuffledSubarray(EXCHANGES, { minLength: 20 })), (records) => {
        const db = recorded(records);
        const before = view(db);
        const packer = new Packer(db, SMALL_BLOCKS);
        while (packer.step(1)) expect(view(db)).toEqual(before);
        const { frame, envelope } = dump(db);
        expect([frame, envelope]).toEqual([[], []]);
        expect(packer.unpacked().next().done).toBe(true);
        db.close();
      }),
      { numRuns: 25 },
    );
  });

  test('is proved as before', () => {
    const db = recorded(EXCHANGES);
    expect(pack(db, { sizes: SMALL_BLOCKS })).toBeGreaterThan(20);
    expect(view(db)).toMatchObject({ proof: { verdict: 'proved' } });
  });

  test('has halves of exchanges that lie in other blocks, in rows and nowhere', () => {
    const db = recorded(EXCHANGES);
    const before = view(db) as { halves: unknown[] };
    expect(new Set(before.halves).size).toBeGreaterThan(40);
    pack(db, { sizes: SMALL_BLOCKS, steps: 20 });
    expect(dump(db)['frame']).not.toEqual([]);
    expect(view(db)).toEqual(before);
  });

  test('keeps lines of any size: in one block each, or in parts', () => {
    const noise = randomBytes(700_000).toString('base64');
    const [half, long] = [`{"x":"${noise}"}`, `{"x":"${noise.repeat(19)}"}`];
    const records = [half, 'a', long, 'b', `${half}${half}`, ''].map((line, n) => said('agent', n, `${line}\n`));
    const db = recorded(records);
    const before = view(db);
    pack(db);
    expect(view(db)).toEqual(before);
    expect(dump(db)['frame']).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM part WHERE size IS NULL').pluck().get()).toBe(0);
  });

  test('may be imported, without times', () => {
    const db = memoryDatabase();
    const writer = new ImportWriter(db, { name: undefined, headers: undefined, nowMs: 1 });
    for (const atNs of [undefined, 5, undefined, 3, 2 ** 51]) {
      writer.add({
        type: 'frame',
        stream: 'agent',
        bytes: utf8('{"method":"\\u0000\\ud800"}'),
        terminated: true,
        atNs,
      });
    }
    writer.end();
    const before = view(db);
    pack(db);
    expect(dump(db)['frame']).toEqual([]);
    expect(view(db)).toEqual(before);
  });

  test('may be of a table that was tampered with', () => {
    const db = recorded(EXCHANGES);
    db.exec(`UPDATE frame SET size = 3, last_ns = -5 WHERE key % 5 = 0; UPDATE frame SET first_ns = NULL WHERE key % 7 = 0;
      DELETE FROM envelope WHERE key % 11 = 0; UPDATE frame SET parts_at = 99 WHERE key % 13 = 0`);
    const rows = dump(db)['frame'];
    const before = view(db);
    pack(db, { sizes: SMALL_BLOCKS });
    expect(rows).not.toEqual([]);
    expect(view(db)).toEqual(before);
  });

  test('takes a fraction of the room', () => {
    const db = recorded(EXCHANGES);
    const size = (): number =>
      Number(db.prepare('SELECT total(length(columns) + length(bytes)) FROM block').pluck().get());
    const raw = Number(db.prepare('SELECT sum(size) FROM frame').pluck().get());
    pack(db);
    expect(size()).toBeLessThan(raw / 3);
    expect(size()).toBeGreaterThan(0);
  });
});

describe('a recording that may still grow', () => {
  function withState(state: string, hasJournal: boolean): { db: Database; journal: string } {
    const path = join(temporaryFolder(), 'turntable.db');
    const db = recorded(EXCHANGES, fileDatabase(path));
    const journal = join(journalFolder(path), HEADER.id);
    mkdirSync(dirname(journal), { recursive: true });
    if (hasJournal) writeJournal(journal, EXCHANGES);
    db.prepare('UPDATE recording SET state = ?, ingest = ?').run(state, '{}');
    return { db, journal };
  }

  test('is left alone: live, or with more of it to come', () => {
    expect(pack(withState('live', false).db)).toBe(0);
    const { db, journal } = withState('killed', true);
    expect([...new Packer(db).unpacked()]).toEqual([]);
    expect(pack(db)).toBe(0);
    rmSync(journal);
    expect([...new Packer(db).unpacked()]).toEqual([1]);
    expect(pack(db)).toBeGreaterThan(0);
  });

  test('does not grow once it is small, whatever comes as its journal', () => {
    const { db, journal } = withState('killed', false);
    pack(db);
    const before = view(db);
    writeJournal(journal, [...EXCHANGES, ...EXCHANGES, END]);
    expect(ingest(db, journal)).toBe('done');
    expect(view(db)).toEqual(before);
  });
});

describe('others at the same database', () => {
  function twice(): [Database, Database] {
    const path = join(temporaryFolder(), 'turntable.db');
    return [recorded(EXCHANGES, fileDatabase(path)), fileDatabase(path)];
  }

  test('may make it small at the same time', () => {
    const [db, other] = twice();
    const before = view(db);
    const packers = [new Packer(db, SMALL_BLOCKS), new Packer(other, SMALL_BLOCKS)] as const;
    fc.assert(
      fc.property(fc.boolean(), (first) => {
        packers[first ? 0 : 1].step(1);
        expect(view(db)).toEqual(before);
        expect(view(other)).toEqual(before);
      }),
      { numRuns: 70 },
    );
    expect(dump(db)['frame']).toEqual([]);
  });

  test('may read it meanwhile', () => {
    const [db, other] = twice();
    const packer = new Packer(other, SMALL_BLOCKS);
    const seqs = Array.from(timelineOf(db, 1), ({ seq }) => seq);
    const while_ = (read: () => Iterator<unknown>): number[] => {
      const found: number[] = [];
      const reading = read();
      for (let next = reading.next(); next.done !== true; next = reading.next()) {
        const entry = next.value as { seq?: number; frame?: { seq: number }; event?: { seq: number } };
        found.push(entry.seq ?? entry.frame?.seq ?? entry.event?.seq ?? NaN);
        if (found.length % 20 === 0) packer.step(1);
      }
      return found;
    };
    expect(while_(() => timelineOf(db, 1))).toEqual(seqs);
    expect(dump(db)['frame']).not.toEqual([]);
    const scan = new FilterScan(db, 1, { type: 'text', pattern: { type: 'words', words: '"id":3' } });
    const found: number[] = [];
    for (let done = false; !done; packer.step(1)) {
      const step = scan.step(0);
      found.push(...step.found);
      done = step.done;
    }
    const expected = Array.from(timelineOf(db, 1)).filter(
      (entry) => entry.type === 'frame' && latin1(entry.head).includes('"id":3'),
    );
    expect(found).toEqual(expected.map(({ seq }) => seq));
  });
});
