import { expect, test } from 'vitest';
import { Timeline } from '../../../src/screen/playback/playback-timeline.js';
import { timesOf } from '../../support/conversations/entry-times.js';

const TIMELINE = new Timeline(timesOf([0, 100, undefined, 100, 250]), true);

test.each([
  [-1, -1],
  [0, 0],
  [99.9, 0],
  [100, 3],
  [249, 3],
  [250, 4],
  [1e9, 4],
])('at %d ms the last entry is %d', (ms, seq) => {
  expect(TIMELINE.seqAt(ms)).toBe(seq);
});

test('an entry without a time came with the one before it', () => {
  expect([-1, 0, 1, 2, 3, 4, 5].map((seq) => TIMELINE.timeOf(seq))).toEqual([0, 0, 100, 100, 100, 250, 250]);
});

test('where no times are known, entries stand a second apart', () => {
  const untimed = new Timeline(timesOf([undefined, undefined, undefined]), false);
  expect([untimed.startMs, untimed.timeOf(1), untimed.endMs]).toEqual([0, 1000, 2000]);
  expect(untimed.seqAt(1999)).toBe(1);
});

test('of nothing is nowhere', () => {
  const none = new Timeline(timesOf([]), true);
  expect([none.lastSeq, none.startMs, none.endMs, none.seqAt(5)]).toEqual([-1, 0, 0, -1]);
});
