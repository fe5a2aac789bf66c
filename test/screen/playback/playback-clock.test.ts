import { describe, expect, test } from 'vitest';
import { PlaybackClock, SPEEDS } from '../../../src/screen/playback/playback-clock.js';
import { Timeline } from '../../../src/screen/playback/playback-timeline.js';
import { timesOf } from '../../support/conversations/entry-times.js';
import { fc } from '../../support/values/property.js';

function clockOf(...ms: number[]): PlaybackClock {
  return new PlaybackClock(new Timeline(timesOf(ms), true));
}

function playing(...ms: number[]): PlaybackClock {
  const clock = clockOf(...ms);
  clock.play();
  clock.advance(0);
  return clock;
}

describe('played back', () => {
  test('an entry comes when it came, the first one at once', () => {
    const clock = playing(50, 150, 150, 400);
    expect(clock.head).toEqual({ seq: 0, ms: 50 });
    clock.advance(99);
    expect(clock.head).toEqual({ seq: 0, ms: 149 });
    clock.advance(100);
    expect(clock.head).toEqual({ seq: 2, ms: 150 });
    clock.advance(350);
    expect(clock.head).toEqual({ seq: 3, ms: 400 });
    expect(clock.isPlaying).toBe(false);
  });

  test('faster, slower, and as fast as can be', () => {
    const clock = playing(0, 1000, 2000, 3000);
    clock.faster();
    expect(clock.speed).toBe(2);
    clock.advance(10);
    clock.advance(510);
    expect(clock.head).toEqual({ seq: 1, ms: 1000 });
    clock.setSpeed(0.25);
    clock.advance(510);
    clock.advance(2510);
    expect(clock.head).toEqual({ seq: 1, ms: 1500 });
    clock.setSpeed('max');
    clock.advance(2510);
    clock.advance(2511);
    expect(clock.head).toEqual({ seq: 3, ms: 3000 });
    clock.faster();
    expect(clock.speed).toBe('max');
    clock.slower();
    expect(clock.speed).toBe(16);
    clock.setSpeed(3);
    clock.slower();
    expect(clock.speed).toBe(2);
    clock.setSpeed(0.3);
    clock.slower();
    clock.slower();
    expect(clock.speed).toBe(0.25);
  });

  test('a long pause is cut short, in the time of the recording', () => {
    const clock = playing(0, 60_000, 60_100);
    clock.advance(1999);
    expect(clock.head).toEqual({ seq: 0, ms: 1999 });
    clock.advance(2000);
    expect(clock.head).toEqual({ seq: 1, ms: 60_000 });
    const faster = playing(0, 60_000);
    faster.setSpeed(4);
    faster.advance(0);
    faster.advance(499);
    expect(faster.head.seq).toBe(0);
    faster.advance(500);
    expect(faster.head.seq).toBe(1);
  });

  test('a long pause lasts as long as it did, if wanted', () => {
    const clock = playing(0, 60_000);
    clock.capGaps(undefined);
    clock.advance(0);
    clock.advance(59_999);
    expect(clock.head).toEqual({ seq: 0, ms: 59_999 });
    clock.advance(60_000);
    expect(clock.head.seq).toBe(1);
  });

  test('again from the beginning, when it was at the end', () => {
    const clock = playing(0, 10);
    clock.advance(10);
    expect(clock.isPlaying).toBe(false);
    clock.play();
    clock.advance(1000);
    expect(clock.head.seq).toBe(0);
    clock.advance(1010);
    expect(clock.head.seq).toBe(1);
  });

  test('goes on in the middle of a pause where it stopped there', () => {
    const clock = playing(0, 1000, 2000);
    clock.advance(400);
    clock.pause();
    clock.advance(100_000);
    expect(clock.head).toEqual({ seq: 0, ms: 400 });
    clock.play();
    clock.advance(200_000);
    clock.advance(200_599);
    expect(clock.head.seq).toBe(0);
    clock.advance(200_600);
    expect(clock.head.seq).toBe(1);
  });

  test('a recording of nothing ends at once', () => {
    const clock = playing();
    expect(clock.head).toEqual({ seq: -1, ms: 0 });
    expect(clock.isPlaying).toBe(false);
    clock.step(1);
    clock.seekMs(5);
    expect(clock.head).toEqual({ seq: -1, ms: 0 });
  });
});

describe('moved', () => {
  test('by entries, and then it stands still', () => {
    const clock = playing(0, 10, 10, 20);
    clock.step(1);
    expect([clock.head, clock.isPlaying]).toEqual([{ seq: 1, ms: 10 }, false]);
    clock.step(1);
    expect(clock.head).toEqual({ seq: 2, ms: 10 });
    clock.step(-1);
    expect(clock.head).toEqual({ seq: 1, ms: 10 });
    clock.step(-10);
    expect(clock.head.seq).toBe(0);
    clock.step(10);
    expect(clock.head.seq).toBe(3);
  });

  test('to a time within what there is, and it plays on from there', () => {
    const clock = playing(100, 200, 1300);
    clock.seekMs(250);
    expect([clock.head, clock.isPlaying]).toEqual([{ seq: 1, ms: 250 }, true]);
    clock.advance(0);
    clock.advance(1050);
    expect(clock.head.seq).toBe(2);
    clock.seekMs(-5);
    expect(clock.head).toEqual({ seq: 0, ms: 100 });
    clock.seekMs(1e9);
    expect(clock.head).toEqual({ seq: 2, ms: 1300 });
  });
});

describe('live', () => {
  test('it stays at the end as long as it follows, and then counts what is new below', () => {
    const ms = [0, 10];
    const clock = new PlaybackClock(new Timeline(timesOf(ms), true));
    clock.follow();
    ms.push(20, 30);
    expect(clock.advance(0)).toBe(true);
    expect([clock.head.seq, clock.below]).toEqual([3, 0]);
    clock.pause();
    ms.push(40);
    clock.advance(0);
    expect([clock.head.seq, clock.below]).toEqual([3, 1]);
    clock.follow();
    expect(clock.head.seq).toBe(4);
    clock.step(-1);
    expect(clock.isFollowing).toBe(false);
  });
});

describe('it asks to be painted', () => {
  test('when the next entry comes, at most 30 times a second, and ten times a second in pauses', () => {
    const clock = playing(0, 60, 70, 1000);
    expect(clock.repaintIn(0)).toBe(60);
    expect(clock.repaintIn(50)).toBe(33);
    clock.advance(70);
    expect(clock.repaintIn(70)).toBe(100);
    expect(clock.repaintIn(70, true)).toBe(930);
    clock.pause();
    expect(clock.repaintIn(70)).toBeUndefined();
  });
});

test('in however many pieces time goes on, it is the same', () => {
  fc.assert(
    fc.property(
      fc.record({
        gaps: fc.array(
          fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 }), fc.double({ min: 0, max: 9, noNaN: true })),
        ),
        speed: fc.constantFrom(...SPEEDS),
        cap: fc.constantFrom(undefined, 2_000, 50),
        pieces: fc.array(fc.double({ min: 0, max: 3_000, noNaN: true }), { minLength: 1, maxLength: 30 }),
        steps: fc.nat(10),
      }),
      ({ gaps, speed, cap, pieces, steps }) => {
        const times = gaps.reduce<number[]>((all, gap) => [...all, (all.at(-1) ?? 0) + gap], []);
        const clocks = [0, 1].map(() => {
          const clock = clockOf(...times);
          clock.setSpeed(speed);
          clock.capGaps(cap);
          clock.step(steps);
          clock.play();
          clock.advance(0);
          return clock;
        });
        const ends = pieces.reduce<number[]>((all, piece) => [...all, (all.at(-1) ?? 0) + piece], []);
        for (const end of ends) clocks[0]?.advance(end);
        clocks[1]?.advance(ends.at(-1) ?? 0);
        expect(clocks[0]?.head).toEqual(clocks[1]?.head);
        expect(clocks[0]?.isPlaying).toBe(clocks[1]?.isPlaying);
      },
    ),
  );
});
