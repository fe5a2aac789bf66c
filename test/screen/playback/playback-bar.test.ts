import { describe, expect, test } from 'vitest';
import { ASCII_GLYPHS, UNICODE_GLYPHS, type Glyphs } from '../../../src/report/glyphs.js';
import { PlaybackBar, type BarFacts, type TrackMarks } from '../../../src/screen/playback/playback-bar.js';
import { Timeline } from '../../../src/screen/playback/playback-timeline.js';
import { Marks } from '../../../src/screen/violations/marks.js';
import { timesOf } from '../../support/conversations/entry-times.js';
import { fc } from '../../support/values/property.js';

const MINUTES = Array.from({ length: 6_000 }, (_, i) => i * 21.88);

function marksOf(errors: readonly number[], warnings: readonly number[], turns: readonly number[]): TrackMarks {
  const marks = new Marks();
  for (const seq of errors) marks.add(seq, 'error');
  for (const seq of warnings) marks.add(seq, 'warning');
  return {
    worstBetween: (from, to) => marks.worstBetween(from, to),
    hasTurnBetween: (from, to) => turns.some((seq) => seq >= from && seq <= to),
  };
}

const MARKS = marksOf([2_300], [4_200], [0, 1_500, 3_000]);

function facts(more: Partial<BarFacts> = {}): BarFacts {
  const head = { seq: 1_700, ms: 37_196 };
  return { state: 'playing', speed: 1, head, gapCapMs: 2_000, below: 412, entriesPerSecond: 38, ...more };
}

function bar(): PlaybackBar {
  return new PlaybackBar(new Timeline(timesOf(MINUTES), true), MARKS);
}

function text(one: BarFacts, width: number, glyphs: Glyphs = UNICODE_GLYPHS): string {
  return bar()
    .line(one, width, glyphs)
    .map((span) => span.text)
    .join('');
}

const STATES: readonly Partial<BarFacts>[] = [
  {},
  { state: 'paused' },
  { speed: 8 },
  { speed: 0.25, head: { seq: -1, ms: 0 } },
  { speed: 'max', gapCapMs: undefined, head: { seq: 5_999, ms: 131_258 } },
  { state: 'following', head: { seq: 5_999, ms: 131_258 } },
  { state: 'live' },
];

test('every state at every width', async () => {
  const lines = [120, 80, 60, 40, 20].flatMap((width) => [
    `${width} columns`,
    ...[UNICODE_GLYPHS, ASCII_GLYPHS].flatMap((glyphs) => STATES.map((state) => text(facts(state), width, glyphs))),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../golden/playback/bar.txt');
});

describe('a click', () => {
  test('on the track is a time: the first cell the beginning, the last one the end', () => {
    const one = bar();
    const line = one
      .line(facts(), 80, UNICODE_GLYPHS)
      .map((span) => span.text)
      .join('');
    const [left, right] = [line.indexOf('├'), line.indexOf('┤')];
    expect(one.timeAt(left)).toBeUndefined();
    expect(one.timeAt(left + 1)).toBe(0);
    expect(one.timeAt(right - 1)).toBeCloseTo(131_258.12);
    expect(one.timeAt(right)).toBeUndefined();
    expect(one.timeAt(79)).toBeUndefined();
  });

  test('brings the play head to where it was', () => {
    const one = bar();
    one.line(facts(), 100, UNICODE_GLYPHS);
    for (let x = 9; one.timeAt(x) !== undefined; x += 1) {
      const line = one.line(facts({ head: { seq: 0, ms: one.timeAt(x) ?? 0 } }), 100, UNICODE_GLYPHS);
      expect(
        line
          .map((span) => span.text)
          .join('')
          .indexOf('●'),
      ).toBe(x);
    }
  });
});

test('the track of a recording that grows keeps up', () => {
  const ms = [0, 100];
  const marks = marksOf([2], [], []);
  const one = new PlaybackBar(new Timeline(timesOf(ms), true), marks);
  const shown = () =>
    one
      .line(facts({ head: { seq: 0, ms: 0 } }), 60, UNICODE_GLYPHS)
      .map((span) => span.text)
      .join('');
  expect(shown()).not.toContain('✗');
  ms.push(100.5);
  expect(shown()).toMatch(/✗┤/);
  ms.push(200);
  expect(shown()).toMatch(/●─{5,}✗─{5,}┤/);
});

test('the bar is exactly as wide as it is asked to be, and never shows more than one play head', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.array(fc.integer({ min: 0, max: 1e10 }), { maxLength: 40 }),
      fc.constantFrom(...STATES),
      fc.boolean(),
      (width, times, state, isAscii) => {
        const sorted = times.sort((a, b) => a - b);
        const glyphs = isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS;
        const one = new PlaybackBar(new Timeline(timesOf(sorted), true), marksOf([0, 3], [1], [2, 5]));
        const line = one.line(facts(state), width, glyphs);
        expect(line.map((span) => span.text).join('')).toHaveLength(width);
        expect(line.filter((span) => span.text === glyphs.head).length).toBeLessThanOrEqual(1);
        if (isAscii) expect(line.map((span) => span.text).join('')).toMatch(/^[ -~]*$/);
      },
    ),
  );
});
