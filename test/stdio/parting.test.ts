import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Parting, type PartingEnd, type PartingRelay } from '../../src/stdio/parting.js';

const MB = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Steadiness {
  /** At the agent's end. If there are any, some are left for ever. */
  readonly pendingBytes?: number;
  readonly spoken?: number;
  readonly taken?: number;
}

/** A relay whose source speaks, and whose target takes, so many bytes each 10 ms. */
class SteadyRelay implements PartingRelay {
  readonly over = false;
  readBytes = 0;
  pendingBytes: number;

  constructor({ pendingBytes = 0, spoken = 0, taken = spoken }: Steadiness) {
    this.pendingBytes = pendingBytes;
    setInterval(() => {
      this.readBytes += spoken;
      this.pendingBytes = Math.max(pendingBytes > 0 ? 1 : 0, this.pendingBytes + spoken - taken);
    }, 10);
  }

  whenTaken(): void {
    // never all of it
  }

  giveUp(): void {
    // nothing to stop
  }
}

/** How, and after how many ms, a parting ends; undefined if not within 5 minutes. */
function endOf(relay: SteadyRelay, { isAsked = false, hurriesAtMs = Infinity } = {}): [PartingEnd, number] | undefined {
  let end: [PartingEnd, number] | undefined;
  let ms = 0;
  const parting = new Parting([relay], isAsked, (how) => {
    end = [how, ms];
  });
  for (; ms < 300_000 && end === undefined; ms += 10) {
    if (ms === hurriesAtMs) parting.hurry();
    vi.advanceTimersByTime(10);
  }
  return end;
}

describe('where someone else goes on speaking', () => {
  test.each([
    ['and all is taken at once', { spoken: 100 }],
    ['and more than the pipes of the agent could hold was taken, and some never is', { spoken: MB, pendingBytes: 1 }],
  ])('%s, the tap does not go on for ever', (_, steady) => {
    const [how, ms] = endOf(new SteadyRelay(steady)) ?? [];
    expect(how).toBe('left-open');
    expect(ms).toBeGreaterThanOrEqual(9000);
    expect(ms).toBeLessThan(11_000);
  });

  test('a signal ends it soon, before the end of the agent or after', () => {
    const [, asked = NaN] = endOf(new SteadyRelay({ spoken: 100 }), { isAsked: true }) ?? [];
    expect(asked).toBeLessThan(1000);
    const [, hurried = NaN] = endOf(new SteadyRelay({ spoken: 100 }), { hurriesAtMs: 2000 }) ?? [];
    expect(hurried).toBeGreaterThan(2000);
    expect(hurried).toBeLessThan(3000);
  });
});

test('a reader that takes what the agent has left, however slowly, is waited for', () => {
  expect(endOf(new SteadyRelay({ pendingBytes: 10 * MB, taken: 100 }))).toBeUndefined();
  expect(endOf(new SteadyRelay({ pendingBytes: 10 * MB, taken: 100 }), { isAsked: true })).toBeUndefined();
});
