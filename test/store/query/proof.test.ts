import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { findRecording } from '../../../src/store/query/recordings.js';
import { CHECKSUM_EVERY_BYTES } from '../../../src/store/journal/stream-sums.js';
import { verifyRecording, type Proof } from '../../../src/store/query/proof.js';
import { concat, utf8 } from '../../support/values/bytes.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { END, hasGap, ingest, tapRecords, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { fc } from '../../support/values/property.js';

const LINE_BYTES = 1000;

/** 300 lines of 1000 bytes, newline included: 4 blocks of 64 kB and a part of one. */
const LINES = Array.from({ length: 300 }, (_, i): TestRecord => [
  'agent',
  i,
  `${String(i).padEnd(LINE_BYTES - 1, '.')}\n`,
]);

function recorded(records: readonly TestRecord[]): Database {
  const [db, path] = [memoryDatabase(), join(temporaryFolder(), 'journal')];
  writeJournal(path, records);
  ingest(db, path, 'alive');
  return db;
}

function proofOf(db: Database): Proof {
  return verifyRecording(db, findRecording(db, '1'));
}

function alter(db: Database, sql: string, seq: number): void {
  expect(db.prepare(`${sql} WHERE key = ?`).run(2 ** 32 + seq).changes).toBe(1);
}

describe('verifyRecording', () => {
  test('proves that the frames are what the tap read, and says what that comes to', () => {
    const stream = concat([utf8('{"id":1}\r\n\n\xff'), new Uint8Array([0, 255])]);
    const proof = proofOf(recorded([['client', 1, stream], ['stderr', 2, 'warning\n'], END]));
    expect(proof.verdict).toBe('proved');
    expect(proof.streams.client).toEqual({
      bytes: stream.length,
      sha256: createHash('sha256').update(stream).digest('hex'),
      differsFromByte: undefined,
      lostBytes: 0,
    });
    expect(proof.streams.agent).toMatchObject({ bytes: 0, sha256: createHash('sha256').digest('hex') });
  });

  test('proves any recording', () => {
    const path = join(temporaryFolder(), 'journal');
    fc.assert(
      fc.property(tapRecords, (records) => {
        const db = memoryDatabase();
        writeJournal(path, [...records, END]);
        ingest(db, path);
        const lost = records.some(hasGap);
        expect(proofOf(db).verdict).toBe(lost ? 'incomplete' : 'proved');
        db.close();
      }),
      { numRuns: 30 },
    );
  });

  test.each([0, 65, 130, 299])('places a byte that was altered in line %i within 64 kB', (line) => {
    const db = recorded([...LINES, END]);
    alter(db, `UPDATE frame SET bytes = CAST('x' || substr(bytes, 2) AS BLOB)`, line);
    const { verdict, streams } = proofOf(db);
    expect(verdict).toBe('differs');
    const altered = line * LINE_BYTES;
    const from = streams.agent.differsFromByte ?? NaN;
    expect(from).toBeLessThanOrEqual(altered);
    expect(from + CHECKSUM_EVERY_BYTES).toBeGreaterThan(altered);
  });

  test.each([
    ['a frame that is missing', 'DELETE FROM frame'],
    ['a byte that is missing', 'UPDATE frame SET bytes = substr(bytes, 1, 998)'],
    ['a newline that is missing', 'UPDATE frame SET terminated = 0'],
    ['a frame of another stream', 'UPDATE frame SET stream = 2'],
  ])('finds %s', (_, sql) => {
    const db = recorded([...LINES, END]);
    alter(db, sql, 200);
    const { verdict, streams } = proofOf(db);
    expect(verdict).toBe('differs');
    expect(streams.agent.differsFromByte).toBe(3 * CHECKSUM_EVERY_BYTES);
    expect(streams.client.differsFromByte).toBeUndefined();
  });

  test('finds bytes beyond what was recorded', () => {
    const db = recorded([['agent', 1, 'a\n'], END]);
    db.prepare(`INSERT INTO frame VALUES (?, 1, 1, 0, 0, 70000, NULL, zeroblob(70000))`).run(2 ** 32 + 7);
    expect(proofOf(db)).toMatchObject({
      verdict: 'differs',
      streams: { agent: { bytes: 70_003, differsFromByte: 0 } },
    });
  });

  test('says that a live recording is not over, and proves it once it is', () => {
    const db = recorded([['agent', 1, 'a\nb']]);
    expect(proofOf(db)).toMatchObject({ verdict: 'unfinished', covers: 'nothing', differences: [] });
  });

  test('has nothing to hold an import of an older version against', () => {
    const db = recorded([['agent', 1, 'a\n'], END]);
    db.exec(`UPDATE recording SET source = 'import'; UPDATE stream SET sha256 = NULL; DELETE FROM digest`);
    expect(proofOf(db)).toMatchObject({
      verdict: 'nothing to compare with',
      covers: 'nothing',
      streams: { agent: { bytes: 2 } },
    });
  });

  test('proves the bytes of a recording of an older version, and says that it proves no more', () => {
    const db = recorded([['agent', 1, 'a\n'], END]);
    db.exec('DELETE FROM digest; DELETE FROM digest_block; UPDATE frame SET last_ns = 7');
    expect(proofOf(db)).toMatchObject({ verdict: 'proved', covers: 'bytes', differences: [] });
    db.exec(`UPDATE frame SET bytes = x'62'`);
    expect(proofOf(db)).toMatchObject({ verdict: 'differs', streams: { agent: { differsFromByte: 0 } } });
  });

  test('says how many bytes are missing, and calls altered bytes altered all the same', () => {
    const db = recorded([['agent', 1, 'a\n'], ['gap', 2, { client: 0, agent: 9, stderr: 0 }], END]);
    expect(proofOf(db)).toMatchObject({ verdict: 'incomplete', streams: { agent: { lostBytes: 9 } } });
    alter(db, `UPDATE frame SET bytes = x'78'`, 0);
    expect(proofOf(db).verdict).toBe('differs');
  });
});
