import { existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Journal } from '../../../src/stdio/journal/journal.js';
import { JournalReader } from '../../../src/store/journal/journal-reader.js';
import { STREAMS } from '../../../src/wire/frame.js';
import { cutAt, cuts, latin1, utf8 } from '../../support/values/bytes.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { HEADER, journalBytes } from '../../support/store/journals.js';
import { openJournal as open, recordsOf } from '../../support/store/written-journal.js';
import { canLimit, withFilesUpTo } from '../../support/processes/file-limit.js';
import { fc } from '../../support/values/property.js';

describe('Journal', () => {
  test('writes the header, then what it is told, as the codec says it', () => {
    const { journal, path, warnings } = open();
    journal.append('client', utf8('{"id":1}\n'));
    journal.append('agent', utf8('x'.repeat(100_000)));
    journal.append('stderr', new Uint8Array(0));
    journal.event('signal', { signal: 'SIGINT' });
    journal.event('agent-eof');
    expect(journal.end()).toBeUndefined();
    expect(recordsOf(path)).toEqual([
      'client 1 {"id":1}',
      'agent 2 100000 bytes',
      'stderr 3',
      'event 4 {"name":"signal","fields":{"signal":"SIGINT"}}',
      'event 5 {"name":"agent-eof","fields":{}}',
      'end 6 {"client":9,"agent":100000,"stderr":0}',
    ]);
    expect(warnings).toEqual([]);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });

  test('holds every chunk byte for byte, whatever its size', () => {
    const bytes = Uint8Array.from({ length: 40_000 }, (_, i) => (i * 31) % 256);
    fc.assert(
      fc.property(cuts(), (places) => {
        const { journal, path } = open();
        const chunks = cutAt(bytes, places);
        for (const [i, chunk] of chunks.entries()) journal.append(STREAMS[i % 3] ?? 'client', chunk);
        journal.end();
        const reader = new JournalReader(path);
        const records = reader.records();
        const read: string[] = [];
        for (let placed = records.next(); placed !== undefined; placed = records.next()) {
          const { kind, payload } = placed.record;
          if (STREAMS.some((stream) => stream === kind)) read.push(latin1(payload));
        }
        expect(read).toEqual(chunks.map(latin1));
        reader.close();
      }),
      { numRuns: 15 },
    );
  });

  test('is written with each call: nothing is held back', () => {
    const { journal, path } = open();
    journal.append('agent', utf8('a'));
    expect(recordsOf(path)).toEqual(['agent 1 a']);
    journal.end();
  });

  test('never takes a file that is there', () => {
    const { journal, path } = open();
    expect(
      () =>
        new Journal(
          path,
          HEADER,
          () => 0,
          () => undefined,
        ),
    ).toThrow('EEXIST');
    journal.end();
  });
});

describe('the wall clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('gets an anchor when it differs from the monotonic one by more than a second, and only then', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 });
    const path = join(temporaryFolder(), 'journal');
    let ms = 0;
    const journal = new Journal(
      path,
      { ...HEADER, wallUs: Date.now() * 1000 },
      () => ms * 1e6,
      () => undefined,
    );
    const after = (monotonicMs: number, wallMs: number): void => {
      ms += monotonicMs;
      vi.setSystemTime(Date.now() + wallMs);
      journal.append('client', utf8('x'));
    };
    after(5000, 5000);
    after(10, 900);
    after(10, 200);
    after(1000, 1000);
    after(10, -3_600_000);
    after(3_600_000, 3_600_000);
    journal.end();
    expect(recordsOf(path).map((line) => line.replace(/ (\d+)/, (_, ns) => ` ${Number(ns) / 1e6}`))).toEqual([
      'client 5000 x',
      'client 5010 x',
      'anchor 5020 {"wallUs":1000006100000}',
      'client 5020 x',
      'client 6020 x',
      'anchor 6030 {"wallUs":996407100000}',
      'client 6030 x',
      'client 3606030 x',
      'end 3606030 {"client":6,"agent":0,"stderr":0}',
    ]);
  });
});

describe('a journal that was taken away', () => {
  test('is put back with all it held, and goes on', () => {
    const { journal, path } = open();
    journal.append('client', utf8('a'.repeat(3_000_000)));
    rmSync(path);
    journal.restoreIfRemoved();
    journal.append('client', utf8('b'));
    journal.restoreIfRemoved();
    expect(recordsOf(path)).toEqual(['client 1 3000000 bytes', 'client 2 b']);
    rmSync(path);
    journal.append('client', utf8('c'));
    expect(journal.end()).toBeUndefined();
    expect(recordsOf(path)).toEqual([
      'client 1 3000000 bytes',
      'client 2 b',
      'client 3 c',
      'end 4 {"client":3000002,"agent":0,"stderr":0}',
    ]);
  });

  test('and was emptied first was removed on purpose: nothing more is recorded', () => {
    const { journal, path, warnings } = open();
    journal.append('client', utf8('a'));
    truncateSync(path);
    rmSync(path);
    journal.restoreIfRemoved();
    journal.append('client', utf8('b'));
    journal.event('agent-eof');
    expect(journal.end()).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    expect(warnings).toEqual([]);
  });
});

describe.skipIf(!canLimit)('a disk that is full', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('costs what was forwarded meanwhile, counted, and nothing else', () => {
    const { journal, path, warnings } = open();
    journal.append('client', utf8('before\n'));
    withFilesUpTo(statSync(path).size + 50, () => {
      journal.append('agent', utf8('a'.repeat(100)));
      journal.append('agent', utf8('b'.repeat(20_000)));
      journal.append('client', utf8('c'.repeat(7)));
      journal.event('client-eof');
      journal.append('stderr', utf8('d'.repeat(100)));
    });
    journal.append('agent', utf8('after\n'));
    expect(journal.end()).toBeUndefined();
    expect(recordsOf(path)).toEqual([
      'client 1 before',
      'gap 7 {"client":7,"agent":20100,"stderr":100}',
      'event 7 {"name":"client-eof","fields":{}}',
      'agent 7 after',
      'end 8 {"client":14,"agent":20106,"stderr":100}',
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^the recording is incomplete: its journal cannot be written \(only 50 of 148 bytes were written/,
    );
  });

  test('leaves whole records only, also while it is nearly full, and counts every byte once', () => {
    const { journal, path } = open();
    journal.append('client', utf8('before'));
    withFilesUpTo(statSync(path).size + 5000, () => {
      for (const bytes of [5001, 4990, 20_000]) {
        journal.append('agent', utf8('x'.repeat(bytes)));
        expect(recordsOf(path).filter((line) => !/^(client|gap) /.test(line))).toEqual([]);
      }
    });
    journal.end();
    const lost = recordsOf(path).map((line) => Number(/^gap .*"agent":(\d+)/.exec(line)?.[1] ?? 0));
    expect(lost.reduce((sum, bytes) => sum + bytes)).toBe(29_991);
  });

  test('when it starts delays the header, and what comes later is there', () => {
    const path = join(temporaryFolder(), 'journal');
    const warnings: string[] = [];
    let journal: Journal | undefined;
    withFilesUpTo(10, () => {
      journal = new Journal(
        path,
        { ...HEADER, wallUs: Date.now() * 1000 },
        () => 5,
        (text) => warnings.push(text),
      );
      journal.event('spawn');
      journal.append('client', utf8('lost'));
    });
    journal?.append('client', utf8('kept'));
    journal?.end();
    expect(recordsOf(path)).toEqual([
      'gap 5 {"client":4,"agent":0,"stderr":0}',
      'event 5 {"name":"spawn","fields":{}}',
      'client 5 kept',
      'end 5 {"client":8,"agent":0,"stderr":0}',
    ]);
    expect(warnings).toHaveLength(1);
  });

  test('while the clock is set costs no anchor', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 });
    const { journal, path } = open();
    journal.append('client', utf8('before'));
    withFilesUpTo(statSync(path).size, () => {
      vi.setSystemTime(2_000_000_000);
      journal.append('client', utf8('lost'));
    });
    journal.append('client', utf8('after'));
    journal.end();
    expect(recordsOf(path).filter((line) => line.startsWith('anchor'))).toHaveLength(1);
  });

  test('while a journal is put back leaves nothing torn, and it is put back once there is room', () => {
    const { journal, path } = open();
    journal.append('client', utf8('a'.repeat(50_000)));
    rmSync(path);
    withFilesUpTo(journalBytes([]).length + 10_000, () => {
      journal.restoreIfRemoved();
    });
    journal.restoreIfRemoved();
    journal.append('client', utf8('b'));
    journal.end();
    expect(recordsOf(path)).toEqual([
      'client 1 50000 bytes',
      'client 2 b',
      'end 3 {"client":50001,"agent":0,"stderr":0}',
    ]);
  });
});
