import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { Ingester } from '../../../src/store/journal/ingester.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { RowWriter, streamNamed, streamNumber } from '../../../src/store/schema/row-writer.js';
import { frameBytes, timelineOf } from '../../../src/store/query/timeline.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import type { Frame } from '../../../src/wire/frame.js';
import { HEAD_BYTES, LINE_LIMITS } from '../../../src/wire/line-splitter.js';
import { concat, utf8 } from '../../support/values/bytes.js';
import { dump, memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { appendRecords, END, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';

/** A message of some 17 MB, above what is kept in one piece; no two of its megabytes are equal. */
function giantLine(): Uint8Array {
  const filler = Buffer.alloc(17_000_000, 0x61);
  for (let i = 0; i < filler.length; i += 1000) filler.write(String(i), i);
  return concat([
    utf8('{"jsonrpc":"2.0","id":"big","method":"m","params":{"sessionId":"s1","text":"'),
    filler,
    utf8('"}}'),
  ]);
}

function chunks(bytes: Uint8Array, sizeBytes = 65_536): TestRecord[] {
  return Array.from({ length: Math.ceil(bytes.length / sizeBytes) }, (_, i) => [
    'agent',
    i,
    bytes.subarray(i * sizeBytes, (i + 1) * sizeBytes),
  ]);
}

function onlyFrame(db: Database): Frame {
  const frames = Array.from(timelineOf(db, 1)).filter((entry) => entry.type === 'frame');
  expect(frames).toHaveLength(1);
  return frames[0] ?? expect.fail();
}

describe('a line of 17 MB', () => {
  const line = giantLine();

  test('is kept in parts, with its head for lists, its envelope and its proof', () => {
    const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
    writeJournal(path, [...chunks(line), ['agent', 1e6, '\n'], END]);
    expect(ingest(db, path)).toBe('done');
    const frame = onlyFrame(db);
    expect(frame).toMatchObject({ sizeBytes: line.length, terminated: true, firstNs: 0, lastNs: 1e6 });
    expect(frame.envelope).toEqual({ kind: 'request', method: 'm', id: '"big"', sessionId: 's1' });
    expect(Buffer.compare(frame.head, line.subarray(0, HEAD_BYTES))).toBe(0);
    const pieces = [...frameBytes(db, 1, frame)];
    expect(pieces).toHaveLength(Math.ceil(line.length / LINE_LIMITS.partBytes));
    expect(Buffer.compare(concat(pieces), line)).toBe(0);
    expect(verifyRecording(db, findRecording(db, '1')).verdict).toBe('proved');
  });

  test('makes the same rows where its ingest was interrupted, and its tap thought dead, in its midst', () => {
    const [db, whole, path] = [memoryDatabase(), memoryDatabase(), join(temporaryFolder(), 'journal')];
    const [first, last] = [line.subarray(0, 16_900_000), line.subarray(16_900_000)];
    writeJournal(path, chunks(first));
    const interrupted = new Ingester(db, path);
    for (let i = 0; i < 3; i += 1) interrupted.step();
    interrupted.close();
    expect(ingest(db, path, 'unknown')).toBe('kept');
    expect(onlyFrame(db)).toMatchObject({ sizeBytes: first.length, terminated: false });
    expect(verifyRecording(db, findRecording(db, '1')).verdict).toBe('proved');
    appendRecords(path, [['agent', 1e6, concat([last, utf8('\n')])], END]);
    expect(ingest(db, path)).toBe('done');
    ingest(whole, path);
    // compared as one text: a difference in 17 MB is no reading matter
    expect(JSON.stringify(dump(db)) === JSON.stringify(dump(whole))).toBe(true);
  });
});

test('a line above the decoding limit is too long, exact all the same', () => {
  const db = memoryDatabase();
  const line = { sizeBytes: 64 * 1024 * 1024 + 1, terminated: true, parts: 65, startByte: 0, firstNs: 1, lastNs: 2 };
  new RowWriter(db, 1).frame(0, 'agent', { ...line, bytes: utf8('{"id":1,') }, undefined);
  expect(onlyFrame(db)).toMatchObject({
    sizeBytes: line.sizeBytes,
    firstNs: undefined,
    envelope: { kind: 'malformed', id: undefined },
  });
});

test('a line of stderr has no envelope', () => {
  const db = memoryDatabase();
  const line = {
    bytes: utf8('{"id":1}'),
    sizeBytes: 8,
    terminated: true,
    parts: 0,
    startByte: 0,
    firstNs: 1,
    lastNs: 2,
  };
  new RowWriter(db, 1).frame(0, 'stderr', line, line);
  expect(onlyFrame(db).envelope).toBeUndefined();
  expect(dump(db)['envelope']).toEqual([]);
});

test('streams have numbers, and only those three', () => {
  expect((['client', 'agent', 'stderr'] as const).map((stream) => streamNamed(streamNumber(stream)))).toEqual([
    'client',
    'agent',
    'stderr',
  ]);
  expect(() => streamNamed(3)).toThrow(RangeError);
});
