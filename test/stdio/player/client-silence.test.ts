import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prompt, HELLO } from '../../support/conversations/opened.js';
import { notification } from '../../support/conversations/scripted.js';
import { MADE, started, TURN } from '../../support/replay/played.js';
import { utf8 } from '../../support/values/bytes.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('waiting', () => {
  test('a client that is silent for too long diverges', () => {
    const { stage, say } = started(TURN, { waitMs: 1_000, userWaitMs: 1_000 });
    vi.advanceTimersByTime(900);
    say(HELLO);
    vi.advanceTimersByTime(900);
    say(MADE);
    vi.advanceTimersByTime(2_000);
    expect(stage.lines).toEqual(['900 answer 0', '1800 answer 1', '2800 finished diverged timeout']);
    expect(stage.report?.divergences).toMatchObject([{ kind: 'silence', waiting: { line: 6 } }]);
  });

  test('a person who decides is waited for as long as that may take, a program as long as it may', () => {
    const { stage, say } = started(TURN, { waitMs: 1_000 });
    say(HELLO, MADE);
    vi.advanceTimersByTime(1_000_000);
    expect(stage.report).toBeUndefined();
    say(prompt(2, 's'));
    expect(stage.lines.at(-1)).toMatch(/answer 2$/);

    const limited = started(TURN, { waitMs: 1_000, userWaitMs: 5_000 });
    limited.say(HELLO, MADE);
    vi.advanceTimersByTime(4_999);
    expect(limited.stage.report).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(limited.stage.report?.divergences).toMatchObject([{ kind: 'silence' }]);
  });

  test('a client that kept the process busy is heard before it counts as silent', () => {
    let busyMs = 0;
    const timers = { setTimeout, clearTimeout, now: () => performance.now() + busyMs };
    const { stage, say } = started(TURN, { waitMs: 1_000, timers });
    busyMs = 5_000;
    vi.advanceTimersByTime(1_000);
    expect(stage.report).toBeUndefined();
    say(HELLO);
    expect(stage.lines.at(-1)).toMatch(/answer 0$/);
  });

  test('not while the agent has something to say, nor when nothing is awaited any more', () => {
    const { stage, say } = started(TURN, { waitMs: 1_000, pace: { speed: 1, maxGapMs: Infinity } });
    say(HELLO, MADE, prompt(2, 's'));
    vi.advanceTimersByTime(60_000);
    expect(stage.lines.at(-1)).toMatch(/answer 2$/);
  });

  test('0 is for ever', () => {
    const { stage } = started(TURN, { waitMs: 0 });
    vi.advanceTimersByTime(10_000_000);
    expect(stage.lines).toEqual([]);
  });

  test('after a divergence a client that stays is left', () => {
    const { stage, say } = started(TURN, { waitMs: 1_000 });
    say(notification('_own', {}));
    vi.advanceTimersByTime(999);
    expect(stage.lines).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(stage.lines).toEqual(['1000 finished diverged timeout']);
  });

  test('bytes of an unfinished line are signs of life', () => {
    const { stage, player } = started(TURN, { waitMs: 1_000 });
    for (let i = 0; i < 5; i += 1) {
      player.push(utf8(' '));
      vi.advanceTimersByTime(900);
    }
    expect(stage.lines).toEqual([]);
  });
});
