import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import type { FixtureEntry } from '../../../src/fixture/format/format.js';
import { analysisOf } from '../../../src/tasks/checking/analysis.js';
import { FilterScan, type ScanOptions } from '../../../src/store/query/filter-scan.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { recordingNumbered } from '../../../src/store/query/recordings.js';
import { FilterMarks } from '../../../src/filter/filter-marks.js';
import type { Filter } from '../../../src/filter/filter.js';
import { parseFilter } from '../../../src/filter/parse-filter.js';
import { printFilter } from '../../../src/filter/print-filter.js';
import { readFileSync } from 'node:fs';
import { CaptureParser } from '../../../src/fixture/foreign/jsonl-capture.js';
import { utf8 } from '../../support/values/bytes.js';
import { corpusFiles, corpusName, hasCorpus } from '../../support/fixtures/corpus.js';
import { pack } from '../../support/store/blocks.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { meantBy } from '../../support/filters/filter-oracle.js';
import { filters } from '../../support/filters/filters.js';
import { fc } from '../../support/values/property.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { skipLoudly } from '../../support/processes/skip.js';
import { traffic } from '../../support/conversations/traffic.js';

/** A database that holds these entries as recording 1 (after another, so that no number is right by chance). */
function stored(entries: readonly FixtureEntry[]): Database {
  const db = memoryDatabase();
  const writer = new ImportWriter(db, { name: undefined, headers: undefined, nowMs: 1 });
  for (const entry of entries) writer.add(entry);
  writer.end();
  return db;
}

function marksOf(db: Database): FilterMarks {
  const recording = recordingNumbered(db, 1) ?? expect.fail();
  return new FilterMarks(
    analysisOf(db, recording, { protocol: () => PROTOCOL, version: '1', isCut: false, hasRealTimes: true }),
  );
}

/** All that a scan finds, in the order in which it does. */
function scanned(db: Database, filter: Filter, options: ScanOptions = {}, budgetMs = 0): number[] {
  const scan = new FilterScan(db, 1, filter, options);
  const found: number[] = [];
  for (let done = false; !done;) {
    const step = scan.step(budgetMs);
    if (options.backwards) found.unshift(...step.found);
    else found.push(...step.found);
    done = step.done;
  }
  return found;
}

function filterOf(text: string): Filter {
  const parsed = parseFilter(text);
  return parsed.ok ? parsed.filter : expect.fail(`${text}: ${parsed.problem.message}`);
}

/** What stands in the conversations of `traffic`. */
const OF_TRAFFIC = filters({
  names: [
    ...[
      'session/update',
      'session/prompt',
      'session/new',
      's1',
      '1',
      '"a"',
      'a',
      'null',
      'tool_call',
      'agent_message_chunk',
    ],
    ...['c1', 'tool-call/update-before-create', 'exit', 'spawn', 'end_turn', '', '*', '__proto__', '-32601', 'x'],
  ],
  texts: ['session', 'text', '"id":1', '_', '%', '\\', 'é', 'K', 'SIGTERM', 'code=0', 'INFO', '\ufffd', '2.0'],
  regexes: ['session', '^.*tool', '[0-9]+', '"id":\\d+$', '(text|diff)', 'é', '\\bs1\\b', '^$'],
  paths: [
    ['params', 'sessionId'],
    ['result', '*'],
    ['id'],
    ['params', 'update', '*', 'type'],
    ['error', 'code'],
    ['*', '*'],
  ],
  numbers: [0, 1, 2, 3, 20, 100, 200, 5e6, 9e8],
});

const stderr = fc.constantFrom('', 'warning', 'INFO \0 text', '{"id":1,"method":"session/new"}', 'K é', '\ufffd');

/** Conversations with lines of stderr between them. */
const conversations = fc
  .tuple(traffic(40), fc.array(fc.tuple(fc.nat(), stderr), { maxLength: 4 }))
  .map(([said, lines]): FixtureEntry[] => {
    const entries = said.map((entry): FixtureEntry => {
      if (entry.type === 'event') return entry;
      const { sender, bytes = utf8('{"too":"long"}'), terminated, atNs } = entry;
      return { type: 'frame', stream: sender, bytes, terminated, atNs };
    });
    for (const [at, line] of lines) {
      const place = at % (entries.length + 1);
      entries.splice(place, 0, {
        type: 'frame',
        stream: 'stderr',
        bytes: utf8(line),
        terminated: true,
        atNs: entries[place]?.atNs,
      });
    }
    return entries;
  });

describe('FilterScan', () => {
  test('finds in the tables what the pure predicate means, forwards and backwards, in rows of any age and in blocks', () => {
    fc.assert(
      fc.property(
        conversations,
        fc.array(OF_TRAFFIC, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        fc.nat({ max: 4 }),
        (entries, asked, isOld, steps) => {
          const db = stored(entries);
          const marks = marksOf(db);
          if (isOld) db.exec('UPDATE envelope SET update_kind = NULL, tool_call = NULL');
          pack(db, { steps, sizes: { block: 1000, step: 1000 } });
          for (const filter of asked) {
            const expected = meantBy(filter, entries, marks);
            expect(scanned(db, filter, { marks }), printFilter(filter)).toEqual(expected);
            expect(scanned(db, filter, { marks, backwards: true }), printFilter(filter)).toEqual(expected);
          }
          db.close();
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('large lines', () => {
  const frame = (text: string): FixtureEntry => ({
    type: 'frame',
    stream: 'agent',
    bytes: utf8(text),
    terminated: true,
    atNs: undefined,
  });
  const filler = (bytes: number, end: string) => frame(`{"method":"m","params":"${'xé'.repeat(bytes / 3)}${end}"}`);
  /** One that is held whole, one that SQL does not look into, one in parts. */
  const entries = [filler(6_000, 'needle'), filler(90_000, 'needle'), filler(17_000_000, 'needle'), filler(90_000, '')];

  test.each([0, Infinity])('are looked through to their end, piece by piece, after %s steps into blocks', (steps) => {
    const db = stored(entries);
    pack(db, { steps });
    for (const text of ['needle', 'NEEDLE', '/éne{2}dle"}$/', 'path:params~/needle$/']) {
      expect(scanned(db, filterOf(text)), text).toEqual([0, 1, 2]);
    }
    expect(scanned(db, filterOf('not needle'))).toEqual([3]);
  });

  test('are given up in their midst', () => {
    const scan = new FilterScan(stored(entries), 1, filterOf('needle'));
    let steps = 1;
    while (!scan.step(0).done) steps += 1;
    // 17 pieces, and some more
    expect(steps).toBeGreaterThan(17);
  });
});

describe('a step', () => {
  test('says how far it is, and of a live recording goes on to what has come', () => {
    const line = (n: number): FixtureEntry => ({
      type: 'frame',
      stream: 'client',
      bytes: utf8(`{"id":${n},"method":"${n % 100 === 0 ? 'rare' : 'usual'}"}`),
      terminated: true,
      atNs: n,
    });
    const db = stored(Array.from({ length: 1_000 }, (_, n) => line(n)));
    const scan = new FilterScan(db, 1, filterOf('method:rare'));
    const first = scan.step(0);
    expect(first).toMatchObject({ of: 1_000, done: false });
    expect(first.scanned).toBeGreaterThan(0);
    expect(first.scanned).toBeLessThan(1_000);
    while (!scan.step().done);
    expect(scan.step()).toMatchObject({ scanned: 1_000, of: 1_000, done: true, found: new Uint32Array(0) });
    db.exec(`INSERT INTO event VALUES (${2 ** 32 + 1_000}, NULL, 'exit', '{}');
      INSERT INTO frame SELECT key + 1001, stream, 1, NULL, NULL, size, NULL, bytes FROM frame WHERE key = ${2 ** 32};
      INSERT INTO envelope SELECT key + 1001, kind, method, id, session, '', '' FROM envelope WHERE key = ${2 ** 32}`);
    expect(scan.step()).toEqual({ scanned: 1_002, of: 1_002, done: true, found: Uint32Array.of(1_001) });
  });
});

skipLoudly(!hasCorpus, 'filters on recorded conversations', 'the corpus is not there');
describe.runIf(hasCorpus)('on recorded conversations', () => {
  const FILTERS = [
    'kind:error',
    'not kind:notification',
    'method:session/*',
    'method:session/prompt or is:orphan',
    'update:*_chunk',
    'has:diff',
    'has:image or path:params.update.content.type=text',
    'is:unanswered',
    'dur>100ms',
    'size>4k not from:stderr',
    'from:stderr or from:event',
    'has:violation',
    'sev:warn+ or turn:1',
    'turn:2.. method:fs/*',
    'tool~/./ not update:tool_call',
    'permission',
    '/"(pending|completed)"/ not "tool_call_update"',
    't:1s..2s',
  ].map(filterOf);

  test.each((hasCorpus ? corpusFiles() : []).filter((_, i) => i % 6 === 0).map((file) => [corpusName(file), file]))(
    '%s',
    (_, file) => {
      const parser = new CaptureParser(file);
      const entries = readFileSync(file)
        .toString()
        .split('\n')
        .flatMap((line) => (line === '' ? [] : (parser.line(utf8(line)) ?? [])));
      const db = stored(entries);
      const marks = marksOf(db);
      const expected = FILTERS.map((filter) => meantBy(filter, entries, marks));
      const found = (): number[][] => FILTERS.map((filter) => scanned(db, filter, { marks }));
      expect(found()).toEqual(expected);
      pack(db);
      expect(found()).toEqual(expected);
      db.close();
    },
  );
});
