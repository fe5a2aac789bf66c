import { describe, expect, test } from 'vitest';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { splitBar, splitOf, sumOf, totalOf } from '../../../src/report/statistics/turn-split.js';
import { fc } from '../../support/values/property.js';

describe('the time of a turn', () => {
  test('is the agent’s where nothing else went on', () => {
    const split = splitOf({ totalMs: 10, clientMs: 0, permissionMs: 0, toolMs: 0 });
    expect(split).toEqual({ agent: 10, tools: 0, client: 0, permission: 0 });
  });

  test('in a tool call is the client’s as long as the client is asked', () => {
    const split = splitOf({ totalMs: 100, clientMs: 30, permissionMs: 20, toolMs: 70 });
    expect(split).toEqual({ agent: 30, tools: 40, client: 10, permission: 20 });
  });

  test('is counted once, whatever overlaps', () => {
    const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.record({ totalMs: ms, clientMs: ms, permissionMs: ms, toolMs: ms }), (times) => {
        const split = splitOf(times);
        expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0);
        expect(totalOf(split)).toBeCloseTo(times.totalMs, 3);
      }),
    );
  });
});

test('turns as one', () => {
  const one = { agent: 1, tools: 2, client: 3, permission: 4 };
  expect(sumOf([one, one])).toEqual({ agent: 2, tools: 4, client: 6, permission: 8 });
  expect(totalOf(sumOf([]))).toBe(0);
});

describe('the bar', () => {
  const text = (...[split, full, cells]: [Parameters<typeof splitBar>[0], number, number]) =>
    splitBar(split, full, cells, UNICODE_GLYPHS)
      .map((span) => span.text)
      .join('');

  test('shows the parts one behind the other', () => {
    expect(text({ agent: 40, tools: 30, client: 20, permission: 10 }, 100, 10)).toBe('████▒▒▒▓▓?');
    expect(text({ agent: 40, tools: 30, client: 20, permission: 10 }, 200, 10)).toBe('██▒▒▓');
  });

  test('of one cell is of who took most, and nobody has a part who took no time', () => {
    expect(text({ agent: 0.6, tools: 0, client: 0, permission: 0 }, 1_500, 30)).toBe('█');
    expect(text({ agent: 1, tools: 0, client: 3, permission: 2 }, 1_500, 30)).toBe('▓');
    expect(text({ agent: 50, tools: 0, client: 0, permission: 0 }, 150, 7)).toBe('██');
  });

  test('is there where anything took time, and never leaves its room', () => {
    const ms = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(
        fc.record({ agent: ms, tools: ms, client: ms, permission: ms }),
        ms,
        fc.nat(50),
        (split, full, cells) => {
          const drawn = text(split, full, cells).length;
          expect(drawn).toBeLessThanOrEqual(cells);
          if (totalOf(split) > 0 && cells > 0) expect(drawn).toBeGreaterThan(0);
          else expect(drawn).toBe(0);
        },
      ),
    );
  });
});
