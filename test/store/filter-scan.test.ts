import type { Database } from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { FixtureEntry } from '../../src/fixture/format.js';
import { analysisOf } from '../../src/store/analysis.js';
import { FilterScan, type ScanOptions } from '../../src/store/filter-scan.js';
import { ImportWriter } from '../../src/store/import-writer.js';
import { recordingNumbered } from '../../src/store/recordings.js';
import { FilterMarks } from '../../src/view/filter/filter-marks.js';
import type { Filter } from '../../src/view/filter/filter.js';
import { parseFilter } from '../../src/view/filter/parse-filter.js';
import { printFilter } from '../../src/view/filter/print-filter.js';
import { readFileSync } from 'node:fs';
import { CaptureParser } from '../../src/fixture/jsonl-capture.js';
import { utf8 } from '../support/bytes.js';
import { corpusFiles, corpusName, hasCorpus } from '../support/corpus.js';
import { memoryDatabase } from '../support/databases.js';
import { meantBy } from '../support/filter-oracle.js';
import { filters } from '../support/filters.js';
import { fc } from '../support/property.js';
import { PROTOCOL } from '../support/rule-examples.js';
import { skipLoudly } from '../support/skip.js';
import { traffic } from '../support/traffic.js';

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
  test('finds in the tables what the pure predicate means, forwards and backwards, in rows of any age', () => {
    fc.assert(
      fc.property(
        conversations,
        fc.array(OF_TRAFFIC, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        (entries, asked, isOld) => {
          const db = stored(entries);
          const marks = marksOf(db);
          if (isOld) db.exec('UPDATE envelope SET update_kind = NULL, tool_call = NULL');
          for (const filter of asked) {
            const expected = meantBy(filter, entries, marks);
            expect(scanned(db, filter, { marks }), printFilter(filter)).toEqual(expected);
            expect(scanned(db, filter, { marks, backwards: true }), printFilter(filter)).toEqual(expected);
          }
          db.close();
        },
      ),
      { numRuns: 150 },
    );
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
      for (const filter of FILTERS) {
        expect(scanned(db, filter, { marks }), printFilter(filter)).toEqual(meantBy(filter, entries, marks));
      }
      db.close();
    },
  );
});
