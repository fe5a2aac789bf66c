import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import type { FixtureHeader } from '../../../src/fixture/format/format.js';
import { fixtureLines } from '../../../src/fixture/format/fixture-source.js';
import { fixtureOf } from '../../../src/tasks/exporting/recording-source.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { timelineOf } from '../../../src/store/query/timeline.js';
import { STREAMS, type Stream } from '../../../src/wire/frame.js';
import { latin1, utf8 } from '../../support/values/bytes.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { parseFixture } from '../../support/fixtures/fixtures.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { END, ingest, tapRecords, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { fc } from '../../support/values/property.js';
import { anyText } from '../../support/values/text.js';

function exported(db: Database): string {
  return [...fixtureLines(fixtureOf(db, findRecording(db, '1')))].join('');
}

function imported(text: string): Database {
  const db = memoryDatabase();
  const headers: FixtureHeader[] = [];
  const items = parseFixture(text);
  for (const item of items) if (item.type === 'header') headers.push(item.header);
  const writer = new ImportWriter(db, { name: 'imported', headers, nowMs: 5 });
  for (const item of items) if (item.type === 'frame' || item.type === 'event') writer.add(item);
  writer.end();
  return db;
}

function streamOf(db: Database, stream: Stream): string {
  return Array.from(timelineOf(db, 1))
    .map((entry) =>
      entry.type === 'frame' && entry.stream === stream ? latin1(entry.head) + (entry.terminated ? '\n' : '') : '',
    )
    .join('');
}

const CONVERSATION: TestRecord[] = [
  ['event', 0, { name: 'spawn', fields: { pid: '7', argv: '["agent","--acp"]', cwd: '/home/user' } }],
  ['client', 12_000_000, '{"id":0,"method":"initialize","params":{"clientInfo":{"name":"ed","version":"2"}}}\n'],
  ['stderr', 13_000_000, 'starting \x1b[1mup\x1b[0m\n'],
  ['agent', 1_387_449_999, '{"id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"ag","version":"0.3"}}}\n'],
  ['client', 1_400_000_001, '{"id":1,"method":"session/new","params":{"cwd":"/home/user"}}\n{"half'],
  ['event', 1_500_000_000, { name: 'exit', fields: { code: '0' } }],
  END,
];

describe('a recording as a fixture', () => {
  test('reads like the conversation it was', () => {
    const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
    writeJournal(path, CONVERSATION, { name: 'a name' });
    ingest(db, path);
    expect(exported(db)).toMatchInlineSnapshot(`
      "#acp-fixture 1
      # title: a name
      # recorded: 2023-11-14T22:13:20.000Z
      # agent: ag 0.3
      # client: ed 2
      # protocol: 1
      # cwd: /home/user
      event +0.0 spawn pid=7 argv="[\\"agent\\",\\"--acp\\"]" cwd=/home/user
      client +12.0 {"id":0,"method":"initialize","params":{"clientInfo":{"name":"ed","version":"2"}}}
      agent!64 +1.0 c3RhcnRpbmcgG1sxbXVwG1swbQ==
      agent +1374.4 {"id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"ag","version":"0.3"}}}
      client +12.6 {"id":1,"method":"session/new","params":{"cwd":"/home/user"}}
      event +100.0 exit code=0
      client -100.0 ~ {"half
      "
    `);
  });

  test('exported, imported and exported again is one and the same file', () => {
    const path = join(temporaryFolder(), 'journal');
    fc.assert(
      fc.property(tapRecords, fc.option(anyText(), { nil: undefined }), (records, name) => {
        const db = memoryDatabase();
        writeJournal(path, [...CONVERSATION.slice(0, 3), ...records, END], name === undefined ? {} : { name });
        ingest(db, path);
        const text = exported(db);
        const again = imported(text);
        expect(exported(again)).toBe(text);
        for (const stream of STREAMS) expect(streamOf(again, stream)).toBe(streamOf(db, stream));
      }),
      { numRuns: 50 },
    );
  });

  test('has the headers of the file it came from, unknown ones and their order included', () => {
    const text = '#acp-fixture 1\n# x-note: kept\n# title: t\n# cut: turn 2\nclient +1.0 {}\n';
    expect(exported(imported(text))).toBe(text);
  });

  test('finds the handshake of a capture that has no headers', () => {
    const db = memoryDatabase();
    const writer = new ImportWriter(db, { name: 'n', headers: undefined, nowMs: 5 });
    const line = '{"id":1,"method":"session/new","params":{"cwd":"/w"}}';
    writer.add({ type: 'frame', stream: 'client', bytes: utf8(line), terminated: true, atNs: 0 });
    writer.end();
    expect(exported(db)).toBe(`#acp-fixture 1\n# title: n\n# cwd: /w\nclient +0.0 ${line}\n`);
  });
});
