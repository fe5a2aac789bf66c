import { crc32 } from 'node:zlib';
import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ENDING_BYTES,
  endingIn,
  findMark,
  isCut,
  isRecord,
  markOf,
  MarkedRecords,
  RECORD_HEADER_BYTES,
  RECORD_KINDS,
  RecordHeaderWriter,
  reserveOf,
  type JournalRecord,
  type RecordFacts,
} from '../../src/wire/journal-record.js';
import { concat, latin1, utf8 } from '../support/values/bytes.js';
import { fc } from '../support/values/property.js';

type Written = readonly [facts: RecordFacts, payload: Uint8Array];

const MARK = markOf(utf8('12345678'));
const RECORDS = new MarkedRecords(MARK, crc32);

const whole = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER));
const written: Arbitrary<Written> = fc.tuple(
  fc.record({ kind: fc.constantFrom(...RECORD_KINDS), number: whole, atNs: whole, offset: whole }),
  fc.uint8Array({ maxLength: 40 }),
);

function bytesOf([facts, payload]: Written, mark = MARK): Uint8Array {
  const header = new Uint8Array(RECORD_HEADER_BYTES);
  new RecordHeaderWriter(header, mark, crc32).write(facts, payload);
  return concat([header, payload]);
}

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const other = bytes.slice();
  other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return other;
}

describe('a record', () => {
  test('is read back as it was written, one after another', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 6 }), (all) => {
        const bytes = concat(all.map((record) => bytesOf(record)));
        let at = 0;
        for (const [facts, payload] of all) {
          const record = RECORDS.read(bytes, at) as JournalRecord;
          expect(record).toMatchObject(facts);
          expect(latin1(record.payload)).toBe(latin1(payload));
          at += record.sizeBytes;
        }
        expect(RECORDS.read(bytes, at)).toEqual({ needsBytes: RECORD_HEADER_BYTES });
      }),
    );
  });

  test('is cut wherever the bytes end before it does, and says how many it needs', () => {
    fc.assert(
      fc.property(written, written, (first, second) => {
        const before = bytesOf(first);
        const bytes = concat([before, bytesOf(second)]);
        for (let end = before.length; end < bytes.length; end += 1) {
          const isHeader = end >= before.length + RECORD_HEADER_BYTES;
          const needsBytes = isHeader ? bytes.length - before.length : RECORD_HEADER_BYTES;
          expect(RECORDS.read(bytes.subarray(0, end), before.length)).toEqual({ needsBytes });
        }
      }),
    );
  });

  test('is not taken for a record once any bit of it is another', () => {
    fc.assert(
      fc.property(written, written, (record, following) => {
        const bytes = bytesOf(record);
        const all = concat([bytes, bytesOf(following)]);
        for (let bit = 0; bit < bytes.length * 8; bit += 1) {
          const reading = RECORDS.read(flipped(all, bit), 0);
          expect(isRecord(reading) || isCut(reading), `bit ${bit}`).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('is none where its end is a hole, as after a power cut, nor in a hole', () => {
    const bytes = bytesOf([{ kind: 'client', number: 1, atNs: 1, offset: 0 }, utf8('{"jsonrpc":"2.0"}\n'.repeat(10))]);
    bytes.fill(0, bytes.length - 30);
    expect(RECORDS.read(bytes, 0)).toEqual({ tornBytes: bytes.length });
    expect(RECORDS.read(new Uint8Array(64), 0)).toEqual({ tornBytes: 0 });
  });

  test('of another journal is none', () => {
    const other = bytesOf([{ kind: 'client', number: 1, atNs: 1, offset: 0 }, utf8('x')], markOf(utf8('87654321')));
    expect(isRecord(RECORDS.read(other, 0))).toBe(false);
  });

  test('is read at any place of any view, and its payload is a view as well', () => {
    const record = bytesOf([{ kind: 'stderr', number: 3, atNs: 7, offset: 5 }, utf8('warning\n')]);
    const bytes = concat([utf8('before'), record, utf8('after')]);
    const read = RECORDS.read(bytes.subarray(2), 4) as JournalRecord;
    expect(read).toMatchObject({ kind: 'stderr', sizeBytes: RECORD_HEADER_BYTES + 8 });
    expect(read.payload.buffer).toBe(bytes.buffer);
    expect(latin1(read.payload)).toBe('warning\n');
  });
});

describe('a mark', () => {
  test('is found again, also where the bytes end within it', () => {
    const bytes = concat([utf8('before\xff\xff'), MARK, utf8('between'), MARK.subarray(0, 5)]);
    const first = RECORDS.find(bytes, 0);
    expect(bytes.subarray(first, first + 8)).toEqual(MARK);
    expect(RECORDS.find(bytes, first + 1)).toBe(bytes.length - 5);
    expect(RECORDS.find(bytes, bytes.length)).toBe(-1);
  });

  test('is learnt from the first record that has a header, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), written, written, (before, first, second) => {
        const bytes = concat([before, bytesOf(first), bytesOf(second)]);
        expect(findMark(bytes, crc32)).toEqual(MARK);
      }),
    );
    expect(findMark(new Uint8Array(1000), crc32)).toBeUndefined();
    expect(findMark(new Uint8Array(0), crc32)).toBeUndefined();
  });

  test('begins with a byte that no text holds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 9 }), (random) => {
        expect(markOf(random)).toHaveLength(8);
        expect(utf8(latin1(markOf(random))).length).toBeGreaterThan(0);
        expect(markOf(random)[0]).toBeGreaterThanOrEqual(0xf8);
      }),
    );
  });
});

test('the room for the end is taken in whole, empty or not', () => {
  const [empty, full] = [reserveOf(new Uint8Array(0)), reserveOf(new Uint8Array(ENDING_BYTES).fill(7))];
  expect([empty.length, full.length]).toEqual([4096 - RECORD_HEADER_BYTES, 4096 - RECORD_HEADER_BYTES]);
  expect(endingIn(empty)).toHaveLength(0);
  expect(latin1(endingIn(full))).toBe('\x07'.repeat(ENDING_BYTES));
  expect(latin1(endingIn(reserveOf(utf8('records'))))).toBe('records');
});

test('the room for the end holds so many bytes as it says, and never more than it has', () => {
  const room = (length: number): Uint8Array => Uint8Array.of(length, 0, 0, 0, 1, 2, 3);
  expect([...endingIn(room(2))]).toEqual([1, 2]);
  expect([...endingIn(room(200))]).toEqual([1, 2, 3]);
  expect([endingIn(room(0)).length, endingIn(new Uint8Array(3)).length]).toEqual([0, 0]);
});
