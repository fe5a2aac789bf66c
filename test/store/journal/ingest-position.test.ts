import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  readFrom,
  savedPosition,
  startPosition,
  type IngestPosition,
} from '../../../src/store/journal/ingest-position.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import { concat } from '../../support/values/bytes.js';
import { memoryDatabase, timeline } from '../../support/store/databases.js';
import { NO_DAMAGE } from '../../../src/wire/journal-damage.js';
import { oldJournalBytes } from '../../support/store/old-journals.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import {
  appendRecords,
  END,
  ingest,
  journalBytes,
  journalPieces,
  writeJournal,
  type TestRecord,
} from '../../support/store/journals.js';

function journalPath(): string {
  return join(temporaryFolder(), 'journal');
}

test('an ingest begins behind the header, with nothing in', () => {
  const position = startPosition(300);
  expect(readFrom(position)).toBe(300);
  expect(position).toMatchObject({
    seq: 0,
    events: 0,
    streams: { stderr: { within: 0, startByte: 0, frames: 0, lost: 0 } },
  });
});

test('reading begins where the oldest line begins that is not in', () => {
  const position = startPosition(300);
  position.at = 1000;
  position.streams.client.at = 900;
  position.streams.agent.at = 500;
  position.streams.stderr.at = 1000;
  expect(readFrom(position)).toBe(500);
});

test('streams have positions of their own', () => {
  const { streams } = startPosition(0);
  streams.client.frames = 5;
  expect([streams.agent.frames, streams.stderr.frames]).toEqual([0, 0]);
});

describe('a journal that stops without an end', () => {
  const HALF: TestRecord[] = [
    ['client', 1, '{"id":1}\n{"id"'],
    ['agent', 2, 'x'],
  ];

  test('of a tap that was killed is shown up to its last byte, and is in', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, HALF);
    expect([ingest(db, path, 'dead'), ingest(db, path, 'dead')]).toEqual(['done', 'done']);
    expect(timeline(db)).toEqual([
      '0 client {"id":1}',
      '1 client {"id" ~',
      '2 agent x ~',
      '3 event incomplete {"reason":"the tap was killed"}',
    ]);
    const recording = findRecording(db, '1');
    expect(recording).toMatchObject({ state: 'killed', lastNs: 2, streams: { client: { frames: 2, bytes: 14 } } });
    expect(verifyRecording(db, recording).verdict).toBe('proved');
  });

  test('of a tap that cannot be seen is shown as well, and the journal is kept', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, HALF);
    expect([ingest(db, path, 'unknown'), ingest(db, path, 'unknown')]).toEqual(['kept', 'kept']);
    expect(timeline(db).at(-1)).toMatch(
      /^3 event incomplete \{"reason":"the tap ran out of sight, and may still be running/,
    );
    expect(findRecording(db, '1').state).toBe('unknown');
  });

  test('goes on where it stopped if its tap lives after all, and nothing is twice', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, HALF);
    ingest(db, path, 'dead');
    appendRecords(path, [['client', 3, ':2}\n']]);
    expect(ingest(db, path, 'alive')).toBe('caught-up');
    expect(timeline(db)).toEqual(['0 client {"id":1}', '1 client {"id":2}']);
    expect(findRecording(db, '1')).toMatchObject({
      state: 'live',
      streams: { client: { frames: 2, sha256: undefined } },
    });
    appendRecords(path, [END]);
    expect(ingest(db, path, 'alive')).toBe('done');
    expect(timeline(db)).toEqual(['0 client {"id":1}', '1 client {"id":2}', '2 agent x ~']);
  });

  test('is that of a killed tap once it is known that the tap is dead', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeJournal(path, HALF);
    ingest(db, path, 'unknown');
    expect(ingest(db, path, 'dead')).toBe('done');
    expect(findRecording(db, '1').state).toBe('killed');
    expect(timeline(db).at(-1)).toBe('3 event incomplete {"reason":"the tap was killed"}');
  });

  test('ends in the middle of a record: how much of it there is is said, and that not all is proved', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeFileSync(path, journalBytes([...HALF, ['client', 3, 'cut']]).subarray(0, -1));
    expect(ingest(db, path, 'dead')).toBe('done');
    expect(timeline(db).at(-1)).toBe(`3 event incomplete {"reason":"the tap was killed","unread":"50"}`);
    const recording = findRecording(db, '1');
    expect(recording.damage).toEqual({ ...NO_DAMAGE, cutBytes: 50 });
    expect(verifyRecording(db, recording).verdict).toBe('incomplete');
  });

  test('has something behind its last record that is none: it is counted', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    writeFileSync(path, concat([journalBytes([['client', 1, 'a\n']]), new Uint8Array(4096)]));
    expect(ingest(db, path, 'dead')).toBe('done');
    expect(timeline(db)).toEqual([
      '0 client a',
      '1 event gap {"reason":"the journal is damaged","bytes":"4096"}',
      '2 event incomplete {"reason":"the tap was killed"}',
    ]);
    expect(findRecording(db, '1').damage).toEqual({ ...NO_DAMAGE, skippedBytes: 4096 });
  });

  test('is read up to the last whole record: a record that is cut is not yet there', () => {
    const [db, path] = [memoryDatabase(), journalPath()];
    const pieces = journalPieces([['client', 1, 'a\n'], ['client', 5, 'b\n'], END]);
    const whole = concat(pieces.slice(0, 3));
    writeFileSync(path, whole.subarray(0, -1));
    expect(ingest(db, path, 'alive')).toBe('caught-up');
    expect(timeline(db)).toEqual(['0 client a']);
    writeFileSync(path, concat(pieces));
    expect(ingest(db, path, 'alive')).toBe('done');
    expect(timeline(db)).toEqual(['0 client a', '1 client b']);
    expect(findRecording(db, '1').damage).toBeUndefined();
  });
});

test('a position that an earlier version saved is gone on from', () => {
  const [db, path] = [memoryDatabase(), journalPath()];
  const records: TestRecord[] = [['client', 1, 'a\nb'], ['gap', 2, { client: 3, agent: 0, stderr: 0 }], END];
  writeFileSync(path, oldJournalBytes(records.slice(0, 1)));
  ingest(db, path, 'alive');
  const { damage, record, ...saved } = JSON.parse(
    db.prepare('SELECT ingest FROM recording').pluck().get() as string,
  ) as IngestPosition;
  expect({ damage, record }).toBeDefined();
  for (const stream of Object.values(saved.streams)) delete (stream as { forwarded?: number }).forwarded;
  db.prepare('UPDATE recording SET ingest = ?').run(JSON.stringify(saved));
  writeFileSync(path, oldJournalBytes(records));
  expect(ingest(db, path, 'alive')).toBe('done');
  expect(timeline(db)[1]).toBe('1 client b ~');
  expect(findRecording(db, '1')).toMatchObject({ damage: undefined, streams: { client: { lost: 3, bytes: 3 } } });
});

describe('a position that was damaged', () => {
  const GARBAGE = [
    '',
    '{',
    '5',
    'null',
    '[1]',
    '{}',
    '{"streams":5}',
    '{"streams":{"client":7,"agent":null}}',
    JSON.stringify({ ...startPosition(0), seq: -1 }),
    JSON.stringify({ ...startPosition(0), at: '7' }),
  ];

  test.each(GARBAGE)('is none: %s', (text) => {
    expect(savedPosition(text)).toBeUndefined();
  });

  test('is read as it was saved where it was not', () => {
    const position = { ...startPosition(300), lastNs: 2 ** 60, provisionalAtBytes: 5 };
    position.damage.missingRecords = -1;
    expect(savedPosition(JSON.stringify(position))).toEqual(position);
  });

  test.each(GARBAGE)('makes the ingest begin again, and nothing is twice: %s', (text) => {
    const [db, path] = [memoryDatabase(), journalPath()];
    const records: TestRecord[] = [['client', 1, 'a\nb'], ['agent', 2, 'c\n'], END];
    writeJournal(path, records.slice(0, 1));
    ingest(db, path, 'alive');
    db.prepare('UPDATE recording SET ingest = ?, ingester = ?').run(text, text);
    appendRecords(path, records.slice(1));
    expect(ingest(db, path, 'alive')).toBe('done');
    expect(timeline(db)).toEqual(['0 client a', '1 agent c', '2 client b ~']);
    expect(verifyRecording(db, findRecording(db, '1')).verdict).toBe('proved');
  });
});
