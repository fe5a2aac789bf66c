import { expect, test } from 'vitest';
import { wallDate } from '../../src/wire/wall-date.js';

test.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [1_700_000_000_123_456, '2023-11-14T22:13:20.123Z'],
  [-1000, '1969-12-31T23:59:59.999Z'],
  [2 ** 63, '9999-12-31T23:59:59.999Z'],
  [-(2 ** 63), '0001-01-01T00:00:00.000Z'],
  [Infinity, '9999-12-31T23:59:59.999Z'],
  [NaN, '1970-01-01T00:00:00.000Z'],
])('a wall clock of %d µs shows %s', (us, date) => {
  expect(wallDate(us).toISOString()).toBe(date);
});
