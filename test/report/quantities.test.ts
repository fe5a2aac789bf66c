import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatDuration,
  formatOffset,
  formatShortDuration,
} from '../../src/report/quantities.js';
import { fc } from '../support/values/property.js';

const MS = 1e6;
const S = 1e9;

describe('formatBytes', () => {
  test.each([
    [0, '0 B'],
    [412, '412 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1234, '1.2 kB'],
    [9949, '9.9 kB'],
    [9950, '10 kB'],
    [99_999, '100 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [16_000_000, '16 MB'],
    [999_500_000, '1.0 GB'],
    [2.5e12, '2.5 TB'],
    [2.5e15, '2500 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0.0 ms'],
    [300_000, '0.3 ms'],
    [9.9 * MS, '9.9 ms'],
    [9.95 * MS, '10 ms'],
    [120 * MS, '120 ms'],
    [999.4 * MS, '999 ms'],
    [999.5 * MS, '1.0 s'],
    [1.44 * S, '1.4 s'],
    [59.94 * S, '59.9 s'],
    [59.96 * S, '1 min 0 s'],
    [200 * S, '3 min 20 s'],
    [3599.4 * S, '59 min 59 s'],
    [3599.6 * S, '1 h 0 min'],
    [7500 * S, '2 h 5 min'],
    [86_369 * S, '23 h 59 min'],
    [86_390 * S, '1 d 0 h'],
    [273_600 * S, '3 d 4 h'],
  ])('%d ns are %s', (ns, text) => {
    expect(formatDuration(ns)).toBe(text);
  });

  test('a longer time never reads like a shorter one: no unit overflows', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e15 }), (ns) => {
        const text = formatDuration(ns);
        expect(text).not.toMatch(/\b60 s|\b60 min|\b24 h|1000 ms|60\.0 s/);
      }),
      { numRuns: 500 },
    );
  });
});

test('an offset is in seconds, to the millisecond', () => {
  expect([0, 12_034 * MS, 1_499_999, 1_500_001, 86_400 * S].map(formatOffset)).toEqual([
    '0.000',
    '12.034',
    '0.001',
    '0.002',
    '86400.000',
  ]);
});

test.each([
  [0, '00:00.0'],
  [-5, '00:00.0'],
  [59_999, '00:59.9'],
  [83_500, '01:23.5'],
  [3_599_999, '59:59.9'],
  [3_723_400, '1:02:03.4'],
  [360_000_000, '100:00:00.0'],
])('%d ms as a clock shows it: %s', (ms, text) => {
  expect(formatClock(ms)).toBe(text);
});

test.each([
  [0.3, '0.3 ms'],
  [120, '120 ms'],
  [59_900, '59.9 s'],
  [59_960, '1m00s'],
  [74_300, '1m14s'],
  [3_599_000, '59m59s'],
  [3_599_600, '1h00m'],
  [7_500_000, '2h05m'],
  [86_399_000, '1d00h'],
  [280_000_000, '3d06h'],
])('%d ms in little room: %s', (ms, text) => {
  expect(formatShortDuration(ms)).toBe(text);
});
