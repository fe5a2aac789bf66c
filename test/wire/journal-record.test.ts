import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  promisedBytes,
  readRecord,
  RECORD_HEADER_BYTES,
  writeRecordHeader,
  type JournalRecord,
  type RecordKind,
} from '../../src/wire/journal-record.js';
import { concat, latin1, utf8 } from '../support/values/bytes.js';
import { fc } from '../support/values/property.js';

type Written = readonly [kind: RecordKind, atNs: number, payload: Uint8Array];

const written: Arbitrary<Written> = fc.tuple(
  fc.constantFrom<RecordKind>('header', 'client', 'agent', 'stderr', 'event', 'anchor', 'gap', 'end'),
  fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER)),
  fc.uint8Array({ maxLength: 40 }),
);

function bytesOf([kind, atNs, payload]: Written): Uint8Array {
  const header = new Uint8Array(RECORD_HEADER_BYTES);
  writeRecordHeader(new DataView(header.buffer), kind, atNs, payload);
  return concat([header, payload]);
}

/** All records from the beginning on, and what stands behind them. */
function readAll(bytes: Uint8Array): { records: Written[]; end: number; tail: 'cut' | 'torn' } {
  const records: Written[] = [];
  for (let at = 0; ;) {
    const record = readRecord(bytes, at);
    if (typeof record === 'string') return { records, end: at, tail: record };
    records.push([record.kind, record.atNs, record.payload]);
    at += record.sizeBytes;
  }
}

function comparable(records: readonly Written[]): string[] {
  return records.map(([kind, atNs, payload]) => `${kind} ${atNs} ${latin1(payload)}`);
}

describe('a record', () => {
  test('is read back as it was written, one after another', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 6 }), (all) => {
        const bytes = concat(all.map(bytesOf));
        const { records, end, tail } = readAll(bytes);
        expect(comparable(records)).toEqual(comparable(all));
        expect({ end, tail }).toEqual({ end: bytes.length, tail: 'cut' });
      }),
    );
  });

  test('is cut, never torn, wherever the bytes end before it does', () => {
    fc.assert(
      fc.property(written, written, (first, second) => {
        const whole = bytesOf(first);
        const bytes = concat([whole, bytesOf(second)]);
        for (let end = whole.length; end < bytes.length; end += 1) {
          expect(readRecord(bytes.subarray(0, end), whole.length)).toBe('cut');
        }
      }),
    );
  });

  test('promises its length as soon as its header is there', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5 }), written, (before, record) => {
        const bytes = concat([new Uint8Array(before), bytesOf(record)]);
        expect(promisedBytes(bytes.subarray(0, before + RECORD_HEADER_BYTES), before)).toBe(bytes.length - before);
      }),
    );
  });

  test('is not taken for a record once any bit of its header is another', () => {
    fc.assert(
      fc.property(written, written, (record, following) => {
        const bytes = concat([bytesOf(record), bytesOf(following)]);
        for (let bit = 0; bit < RECORD_HEADER_BYTES * 8; bit += 1) {
          const flipped = bytes.slice();
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(['cut', 'torn']).toContain(readRecord(flipped, 0));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('is not taken for a record once a bit near either end of its payload is another', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 16 }), (payload) => {
        const bytes = bytesOf(['agent', 5, payload]);
        for (let bit = RECORD_HEADER_BYTES * 8; bit < bytes.length * 8; bit += 1) {
          const flipped = bytes.slice();
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(readRecord(flipped, 0)).toBe('torn');
        }
      }),
      { numRuns: 50 },
    );
  });

  test('is torn where its end is a hole, as after a power cut', () => {
    const bytes = bytesOf(['client', 1, utf8('{"jsonrpc":"2.0"}\n'.repeat(10))]);
    bytes.fill(0, bytes.length - 30);
    expect(readRecord(bytes, 0)).toBe('torn');
    expect(readRecord(new Uint8Array(64), 0)).toBe('torn');
  });

  test('is read at any place of any view, and its payload is a view as well', () => {
    const whole = concat([utf8('before'), bytesOf(['stderr', 7, utf8('warning\n')]), utf8('after')]);
    const view = whole.subarray(2);
    const record = readRecord(view, 4) as JournalRecord;
    expect(record).toMatchObject({ kind: 'stderr', atNs: 7, sizeBytes: RECORD_HEADER_BYTES + 8 });
    expect(record.payload.buffer).toBe(whole.buffer);
    expect(latin1(record.payload)).toBe('warning\n');
  });
});
