import { describe, expect, test } from 'vitest';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { Playback } from '../../../src/screen/playback/playback.js';
import { Timeline } from '../../../src/screen/playback/playback-timeline.js';
import type { ActionName } from '../../../src/screen/keys/key-bindings.js';
import { timesOf } from '../../support/conversations/entry-times.js';

const TURNS = [
  { number: 1, seq: 0 },
  { number: 2, seq: 10 },
  { number: 1, seq: 20 },
];
const NO_MARKS = { worstBetween: () => undefined, hasTurnBetween: () => false };

/** Sixty entries, a second apart. */
function playback({ isLive = false, ms = Array.from({ length: 60 }, (_, i) => i * 1_000) } = {}): Playback {
  return new Playback({ timeline: new Timeline(timesOf(ms), true), marks: NO_MARKS, isLive, turns: TURNS });
}

function act(one: Playback, name: ActionName, argument?: string): string | undefined {
  const [intent] = one.act({ name, argument }, 7) ?? [];
  return intent?.type === 'say' ? intent.text : undefined;
}

function bar(one: Playback): string {
  return one
    .bar(80, UNICODE_GLYPHS)
    .map(({ text }) => text)
    .join('');
}

test('is off until it is used, and begins where the cursor is', () => {
  const one = playback();
  expect(one.head).toBeUndefined();
  expect(one.tick(0)).toBeUndefined();
  act(one, 'play');
  one.tick(0);
  expect(one.head).toEqual({ seq: 7, ms: 7_000 });
  expect(one.tick(500)).toBe(100);
  one.tick(1_000);
  expect(one.head?.seq).toBe(8);
  act(one, 'play');
  expect([one.isPlaying, one.tick(5_000)]).toEqual([false, undefined]);
  one.stop();
  expect(one.head).toBeUndefined();
});

test('a turn is played from its beginning', () => {
  const one = playback();
  one.playFrom(20);
  one.tick(100);
  one.tick(1_100);
  expect(one.head).toEqual({ seq: 21, ms: 21_000 });
  one.pause();
  expect(one.isPlaying).toBe(false);
});

test.each<[ActionName, string | undefined, number]>([
  ['step', undefined, 8],
  ['step-back', undefined, 6],
  ['forward', undefined, 12],
  ['backward', undefined, 2],
  ['far-forward', undefined, 37],
  ['far-backward', undefined, 0],
  ['seek', '0:20', 20],
  ['seek', '#33', 33],
  ['seek', '+3s', 10],
  ['seek', '-3s', 4],
  ['seek', 'turn 2', 10],
  ['seek', 'turn 1', 20],
])('%s %s', (name, argument, seq) => {
  const one = playback();
  expect(act(one, name, argument)).toBeUndefined();
  expect(one.head?.seq).toBe(seq);
});

test.each([
  ['nowhere', 'Invalid position "nowhere". Use 1:23.5, #5118, +5s, -5s or turn 3.'],
  ['#60', 'There is no frame 60: the last is 59.'],
  ['turn 9', 'There is no turn 9.'],
])('seek %s says what is wrong', (argument, text) => {
  expect(act(playback(), 'seek', argument)).toBe(text);
});

test('speed: given, of the next key, and as recorded', () => {
  const one = playback();
  act(one, 'speed', '3x');
  expect(bar(one)).toContain('‖ 3x');
  act(one, 'faster');
  expect(bar(one)).toContain('‖ 4x');
  act(one, 'slower');
  act(one, 'slower');
  act(one, 'speed');
  expect(bar(one)).toContain('‖ 1x');
  act(one, 'speed', 'max');
  expect(bar(one)).toContain('‖ max');
  expect(act(one, 'speed', 'fast')).toBe('Invalid speed "fast". Use 0.25 to 16, or max.');
  expect(act(one, 'speed', '0')).toMatch(/Invalid speed/);
});

test('pauses are cut short, or not', () => {
  const one = playback();
  expect(bar(one)).toContain('gap≤2s');
  act(one, 'gaps');
  expect(bar(one)).toContain('gap off');
  act(one, 'gaps');
  expect(bar(one)).toContain('gap≤2s');
});

test('a click on the bar moves the play head there', () => {
  const one = playback();
  const at = bar(one).indexOf('┤') - 1;
  expect(one.click(at)).toBe(true);
  expect(one.head?.seq).toBe(59);
  expect(one.click(0)).toBe(false);
});

test('what is none of its actions is left to others', () => {
  expect(playback().act({ name: 'down' }, 0)).toBeUndefined();
});

describe('live', () => {
  test('is followed, stands still, and says what is new below', () => {
    const ms = [0, 500, 900];
    const one = playback({ isLive: true, ms });
    expect(act(one, 'follow')).toBeUndefined();
    ms.push(1_000);
    one.tick(0);
    expect([one.isFollowing, one.head?.seq]).toEqual([true, 3]);
    expect(bar(one)).toMatch(/● LIVE .* \+3\/s {2}following$/);
    act(one, 'follow');
    ms.push(2_000, 3_000);
    one.tick(10);
    expect(one.head?.seq).toBe(3);
    expect(bar(one)).toMatch(/● live .*2 new below {2}F to follow$/);
  });

  test('is followed when playing reaches what is new', () => {
    const one = playback({ isLive: true, ms: [0, 100] });
    one.playFrom(0);
    one.tick(0);
    one.tick(200);
    expect(one.isFollowing).toBe(true);
  });

  test('what has ended cannot be followed', () => {
    const one = playback();
    expect(act(one, 'follow')).toBe('The recording has ended, so there is nothing to follow.');
    expect(one.head).toBeUndefined();
  });
});
