import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FixtureEntry } from '../../../src/fixture/format/format.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import type { Aspect } from '../../../src/store/proof/block-checks.js';
import type { Difference } from '../../../src/store/proof/timeline-comparison.js';
import { verifyRecording, type Proof } from '../../../src/store/query/proof.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { fixtureEntry } from '../../support/fixtures/fixtures.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { dump, memoryDatabase } from '../../support/store/databases.js';
import { END, hasGap, ingest, tapRecords, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { record } from '../../support/store/recordings.js';
import { concat, utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

function recorded(records: readonly TestRecord[]): Database {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  writeJournal(path, records);
  ingest(db, path, 'alive');
  return db;
}

function proofOf(db: Database): Proof {
  return verifyRecording(db, findRecording(db, '1'));
}

/** A conversation in three blocks of entries: 0 spawn, 1 request, 2 to 151 updates, 152 response, 153 stderr, 154 exit. */
function conversation(): TestRecord[] {
  const update = (n: number): TestRecord => [
    'agent',
    1000 + n,
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","n":${n}}}\n`,
  ];
  return [
    ['event', 10, { name: 'spawn', fields: { pid: '7', argv: '["agent"]' } }],
    ['client', 20, '{"jsonrpc":"2.0","id":1,"method":"session/prompt"}\n'],
    ...Array.from({ length: 150 }, (_, n) => update(n)),
    ['agent', 5000, '{"jsonrpc":"2.0","id":1,"result":{}}\n'],
    ['stderr', 5001, 'done\n'],
    ['anchor', 5002, { wallUs: 1e15 }],
    ['event', 6000, { name: 'exit', fields: { code: '0' } }],
    END,
  ];
}

const AT = 2 ** 32;

describe('the digest', () => {
  test('covers all but what may be changed later', () => {
    const db = recorded(conversation());
    expect(proofOf(db)).toMatchObject({ verdict: 'proved', covers: 'all', differences: [] });
    db.exec(`UPDATE recording SET name = 'another'`);
    expect(proofOf(db).verdict).toBe('proved');
  });

  test.each<[string, string, Difference[]]>([
    ['the time of a frame', `UPDATE frame SET last_ns = 1 WHERE key = ${AT + 5}`, [changed(5, 5, ['times'])]],
    ['all times', 'UPDATE frame SET first_ns = first_ns * 2, last_ns = last_ns * 2', [changed(1, 153, ['times'])]],
    [
      'a time that is not known any more',
      `UPDATE frame SET first_ns = NULL WHERE key = ${AT + 70}`,
      [changed(70, 70, ['times'])],
    ],
    ['the sender', `UPDATE frame SET stream = 2 WHERE key = ${AT + 2}`, [changed(2, 2, ['sender'])]],
    [
      'a byte',
      `UPDATE frame SET bytes = CAST('x' || substr(bytes, 2) AS BLOB) WHERE key = ${AT + 3}`,
      [changed(3, 3, ['content'])],
    ],
    ['the size', `UPDATE frame SET size = size + 5 WHERE key = ${AT + 152}`, [changed(152, 152, ['content'])]],
    ['the newline', `UPDATE frame SET terminated = 0 WHERE key = ${AT + 152}`, [changed(152, 152, ['sender'])]],
    ['a frame that is gone', `DELETE FROM frame WHERE key = ${AT + 152}`, [gone(152)]],
    [
      'the order of the senders',
      `UPDATE frame SET key = ${AT + 155} WHERE key = ${AT + 1}; UPDATE envelope SET key = ${AT + 155} WHERE key = ${AT + 1}`,
      [gone(1), added('frame', 155)],
    ],
    [
      'the order of one sender',
      `UPDATE frame SET key = ${AT + 900} WHERE key = ${AT + 3}; UPDATE frame SET key = key - 1 WHERE key = ${AT + 4};
       UPDATE frame SET key = ${AT + 4} WHERE key = ${AT + 900}`,
      [changed(3, 4, ['times', 'content'])],
    ],
    [
      'how the agent ended',
      `UPDATE event SET fields = '{"signal":"SIGSEGV"}' WHERE name = 'exit'; UPDATE recording SET exit_code = NULL, exit_signal = 'SIGSEGV'`,
      [changed(154, 154, ['content'], 'event'), { what: 'fact', fact: 'end' }],
    ],
    ['the time of an event', `UPDATE event SET at_ns = 11 WHERE name = 'spawn'`, [changed(0, 0, ['times'], 'event')]],
    ['the events', 'DELETE FROM event', [gone(0), gone(154)]],
    ['an event that was added', `INSERT INTO event VALUES (${AT + 200}, 1, 'signal', '{}')`, [added('event', 200)]],
    [
      'an event in the place of a frame as well',
      `INSERT INTO event VALUES (${AT + 2}, 1, 'signal', '{}')`,
      [changed(2, 2, ['sender', 'times', 'content'], 'event')],
    ],
    [
      'the command',
      `UPDATE recording SET argv = '["rm","-rf"]', started_us = 0, cwd = '/'`,
      ['argv', 'cwd', 'start'].map((fact) => ({ what: 'fact', fact })),
    ],
    ['the tap', `UPDATE recording SET owner = '{}'`, [{ what: 'fact', fact: 'tap' }]],
    ['a count', 'UPDATE stream SET frames = 1, bytes = 1', [{ what: 'fact', fact: 'counts' }]],
    ['what was lost', 'UPDATE stream SET lost = 9 WHERE stream = 1', [{ what: 'fact', fact: 'counts' }]],
    ['the sums', 'UPDATE stream SET sha256 = NULL', [{ what: 'fact', fact: 'sums' }]],
    ['the streams', 'DELETE FROM stream', ['counts', 'sums'].map((fact) => ({ what: 'fact', fact }))],
    ['the source', `UPDATE recording SET source = 'import'`, [{ what: 'fact', fact: 'source' }]],
    ['the wall clock', 'UPDATE anchor SET wall_us = wall_us + 1', [{ what: 'fact', fact: 'clock' }]],
    ['the digest', `UPDATE digest SET sha256 = x'00'`, [{ what: 'digest' }]],
    [
      'what is no JSON any more',
      `UPDATE event SET fields = '{' WHERE name = 'exit'; UPDATE recording SET argv = 'x', damage = '['`,
      [
        changed(154, 154, ['content'], 'event'),
        ...['argv', 'damage'].map((fact): Difference => ({ what: 'fact', fact })),
      ],
    ],
    [
      'the index',
      `UPDATE envelope SET method = 'session/cancel' WHERE key = ${AT + 1}; DELETE FROM envelope WHERE key = ${AT + 4}`,
      [index(1), index(4)],
    ],
  ])('tells %s', (_, sql, differences) => {
    const db = recorded(conversation());
    db.exec(sql);
    expect(proofOf(db)).toMatchObject({ verdict: 'differs', differences });
  });

  test('stands for all: damaged checks alone make no difference', () => {
    const db = recorded(conversation());
    db.exec(
      `DELETE FROM digest_block WHERE n = 1; UPDATE digest_block SET checks = x'01'; UPDATE digest SET facts = 'x'`,
    );
    expect(proofOf(db).verdict).toBe('proved');
  });

  test('is the same in another database', () => {
    const sums = [0, 1].map((others) => {
      const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
      for (let n = 0; n < others; n += 1) record(db, path, n);
      writeJournal(path, conversation(), { id: '01hxe7n3f000000z' });
      ingest(db, path);
      return verifyRecording(db, findRecording(db, '01hxe7n3f000000z')).sha256;
    });
    expect(sums[0]).toBe(sums[1]);
  });

  test('does not take text that SQLite cannot keep for changed', () => {
    const lone = '\\ud800';
    const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
    const said = `{"id":1,"method":"m${lone}","params":{"sessionId":"${lone}"}}\n`;
    writeJournal(path, [['agent', 1, said], ['event', 2, { name: 'exit', fields: { signal: '\ud800' } }], END], {
      cwd: '/\ud800',
      argv: ['\ud800'],
    });
    ingest(db, path);
    expect(proofOf(db)).toMatchObject({ verdict: 'proved', differences: [] });
  });

  test('of an import is made of the file', () => {
    const db = memoryDatabase();
    importAll(db, conversationEntries());
    expect(proofOf(db)).toMatchObject({ verdict: 'unchanged', covers: 'all' });
    db.exec(`UPDATE frame SET bytes = CAST('x' || substr(bytes, 2) AS BLOB) WHERE key = ${AT + 1}`);
    expect(proofOf(db)).toMatchObject({
      verdict: 'differs',
      differences: [changed(1, 1, ['content'])],
      streams: { agent: { differsFromByte: 0 } },
    });
  });

  test('of any import holds', () => {
    fc.assert(
      fc.property(fc.array(fixtureEntry, { maxLength: 8 }), (entries) => {
        const db = memoryDatabase();
        importAll(db, entries);
        expect(proofOf(db)).toMatchObject({ verdict: 'unchanged', differences: [] });
        db.close();
      }),
      { numRuns: 40 },
    );
  });

  test('notices whatever cell is changed', () => {
    const path = join(temporaryFolder(), 'journal');
    const cells = [
      ['frame', ['stream', 'terminated', 'first_ns', 'last_ns', 'size', 'bytes']],
      ['event', ['at_ns', 'name', 'fields']],
      ['anchor', ['wall_us']],
      ['stream', ['frames', 'bytes', 'lost', 'sha256']],
      [
        'recording',
        [
          'source',
          'started_us',
          'recorded_us',
          'argv',
          'cwd',
          'owner',
          'exit_code',
          'exit_signal',
          'events',
          'last_ns',
          'headers',
        ],
      ],
    ] as const;
    const cell = fc.constantFrom(
      ...cells.flatMap(([table, columns]) => columns.map((column) => [table, column] as const)),
    );
    fc.assert(
      fc.property(tapRecords, cell, fc.nat(), (records, [table, column], n) => {
        const db = memoryDatabase();
        writeJournal(path, [...records, END]);
        ingest(db, path);
        const before = dump(db);
        const rows = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
        if (rows > 0) changeCell(db, table, column, n % rows);
        const isSame = JSON.stringify(dump(db)) === JSON.stringify(before);
        const lost = records.some(hasGap);
        expect(proofOf(db).verdict).toBe(isSame ? (lost ? 'incomplete' : 'proved') : 'differs');
        db.close();
      }),
      { numRuns: 150 },
    );
  });
});

/** Puts another value that the column takes in the place of what it holds. */
function changeCell(db: Database, table: string, column: string, row: number): void {
  const [first] = db.prepare(`SELECT * FROM ${table} LIMIT 1 OFFSET ?`).all(row) as Record<string, unknown>[];
  const value = first?.[column];
  const others: Record<string, unknown> = {
    stream: value === 0 ? 1 : 0,
    terminated: value === 0 ? 1 : 0,
    source: 'import',
    argv: '["other"]',
    owner: '{}',
    headers: '[["a","b"]]',
    name: value === 'exit' ? 'spawn' : 'exit',
    fields: value === '{}' ? '{"code":"3"}' : '{}',
  };
  const other = others[column] ?? otherValue(value, column);
  const keys = ['key', 'number', 'recording', 'stream', 'at_ns'].filter(
    (key) => first !== undefined && key in first && key !== column,
  );
  const where = keys.map((key) => `${key} IS ?`).join(' AND ');
  db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(other, ...keys.map((key) => first?.[key]));
}

function otherValue(value: unknown, column: string): unknown {
  if (value instanceof Uint8Array) return concat([value, utf8('x')]);
  if (typeof value === 'number') return value + 1;
  return column === 'cwd' || column === 'exit_signal' ? '/other' : 1;
}

function changed(from: number, to: number, aspects: Aspect[], type: 'frame' | 'event' = 'frame'): Difference {
  return { what: 'changed', type, from, to, aspects };
}

function gone(seq: number): Difference {
  return { what: 'missing', type: undefined, from: seq, to: seq, aspects: [] };
}

function added(type: 'frame' | 'event', seq: number): Difference {
  return { what: 'added', type, from: seq, to: seq, aspects: [] };
}

function index(seq: number): Difference {
  return { what: 'index', type: 'frame', from: seq, to: seq, aspects: [] };
}

function conversationEntries(): FixtureEntry[] {
  return [
    { type: 'event', name: 'spawn', fields: { argv: '["a"]' }, atNs: 0 },
    { type: 'frame', stream: 'agent', bytes: utf8('{"id":1,"method":"m"}'), terminated: true, atNs: 7 },
    { type: 'frame', stream: 'stderr', bytes: utf8('half'), terminated: false, atNs: undefined },
    { type: 'event', name: 'exit', fields: { signal: 'SIGKILL' }, atNs: 99 },
  ];
}

function importAll(db: Database, entries: readonly FixtureEntry[]): void {
  const writer = new ImportWriter(db, { name: 'n', headers: [['title', 't']], nowMs: 1_700_000_000_000 });
  for (const entry of entries) writer.add(entry);
  writer.end();
}
