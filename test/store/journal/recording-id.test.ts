import { expect, test } from 'vitest';
import { newRecordingId } from '../../../src/store/journal/recording-id.js';
import { fc } from '../../support/values/property.js';

test('an id is 16 characters that no one confuses or quotes', () => {
  for (const ms of [0, 1, 1_700_000_000_000, 32 ** 9 - 1]) {
    expect(newRecordingId(ms)).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  }
});

test('ids sort by start', () => {
  const ms = fc.nat({ max: 4e12 });
  fc.assert(
    fc.property(ms, ms, (a, b) => {
      fc.pre(a < b);
      expect(newRecordingId(a) < newRecordingId(b)).toBe(true);
    }),
  );
});

test('ids of one millisecond differ', () => {
  const ids = Array.from({ length: 200 }, () => newRecordingId(1_700_000_000_000));
  expect(new Set(ids).size).toBe(200);
  expect(new Set(ids.map((id) => id.slice(0, 9))).size).toBe(1);
});
