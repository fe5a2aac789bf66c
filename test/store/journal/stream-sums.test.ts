import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CHECKSUM_EVERY_BYTES, StreamSum, StreamSums } from '../../../src/store/journal/stream-sums.js';
import { cutAt, cuts } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

const BYTES = Uint8Array.from({ length: 3 * CHECKSUM_EVERY_BYTES + 5 }, (_, i) => (i * 7) % 251);

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('StreamSum', () => {
  test('sums each whole block from the first byte on, wherever the stream is cut', () => {
    const expected = [1, 2, 3].map((n) => [
      n * CHECKSUM_EVERY_BYTES,
      sha256(BYTES.subarray(0, n * CHECKSUM_EVERY_BYTES)),
    ]);
    fc.assert(
      fc.property(cuts(), (places) => {
        const sum = new StreamSum('agent');
        const sums = cutAt(BYTES, places).flatMap((chunk) => sum.add(chunk));
        expect(sums.map(({ bytes, sha256: digest }) => [bytes, digest.toString('hex')])).toEqual(expected);
        expect(sum.bytes).toBe(BYTES.length);
        expect(sum.digest().toString('hex')).toBe(sha256(BYTES));
      }),
      { numRuns: 20 },
    );
  });

  test('can be read at any time, and goes on', () => {
    const sum = new StreamSum('client');
    expect(sum.digest().toString('hex')).toBe(sha256(new Uint8Array(0)));
    sum.add(BYTES.subarray(0, 10));
    expect(sum.digest().toString('hex')).toBe(sha256(BYTES.subarray(0, 10)));
    sum.add(BYTES.subarray(10, 20));
    expect(sum.digest().toString('hex')).toBe(sha256(BYTES.subarray(0, 20)));
  });
});

test('streams are summed apart', () => {
  const sums = new StreamSums();
  const [checksum] = sums.add('stderr', BYTES.subarray(0, CHECKSUM_EVERY_BYTES));
  sums.add('client', BYTES.subarray(0, 1));
  expect(checksum).toMatchObject({ stream: 'stderr', bytes: CHECKSUM_EVERY_BYTES });
  expect((['client', 'agent', 'stderr'] as const).map((stream) => sums.of(stream).bytes)).toEqual([
    1,
    0,
    CHECKSUM_EVERY_BYTES,
  ]);
});
