import { expect, test } from 'vitest';
import { TurntableError } from '../../../src/errors.js';
import { INSTANT, parseDuration, parseSpeed, pauseMs } from '../../../src/replay/engine/pace.js';

test.each([
  ['instant', 0],
  ['recorded', 1],
  ['4x', 4],
  ['0.5x', 0.5],
])('a pace of %s is a speed of %d', (text, speed) => {
  expect(parseSpeed(text)).toBe(speed);
});

test.each(['', '4', 'x', '0x', '-1x', '1e3x', 'fast', '4x '])('%j is no pace', (text) => {
  expect(() => parseSpeed(text)).toThrow(TurntableError);
});

test.each([
  ['0', 0],
  ['0s', 0],
  ['500ms', 500],
  ['1.5s', 1_500],
  ['2m', 120_000],
  ['100000m', 2 ** 31 - 1],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text, '--wait')).toBe(ms);
});

test.each(['', '30', '-1s', '1h', 'soon', '1 s', '.5s'])('%j is no time', (text) => {
  expect(() => parseDuration(text, '--wait')).toThrow(/invalid --wait/);
});

test('pauses shrink with the speed and are no longer than the longest', () => {
  expect(pauseMs(2e9, { speed: 1, maxGapMs: Infinity })).toBe(2_000);
  expect(pauseMs(2e9, { speed: 4, maxGapMs: Infinity })).toBe(500);
  expect(pauseMs(2e9, { speed: 1, maxGapMs: 300 })).toBe(300);
  expect(pauseMs(2e9, INSTANT)).toBe(0);
  expect(pauseMs(2e9, { speed: 1e-7, maxGapMs: Infinity })).toBe(2 ** 31 - 1);
});
