import { describe, expect, test } from 'vitest';
import { begin, busyTime, finish } from '../../../src/model/turns/busy-time.js';
import { fc } from '../../support/values/property.js';

describe('busy time', () => {
  test('counts what overlaps once', () => {
    const time = busyTime();
    begin(time, 10);
    begin(time, 20);
    finish(time, 30);
    finish(time, 50);
    begin(time, 100);
    finish(time, 101);
    expect(time).toMatchObject({ total: 41, open: 0 });
  });

  test('takes an end without a beginning for nothing', () => {
    const time = busyTime();
    finish(time, 30);
    begin(time, 40);
    expect(time).toEqual({ total: 0, open: 1, since: 40 });
  });

  test('is the length of the union, whatever overlaps', () => {
    const spans = fc.array(fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 20 })), { maxLength: 10 });
    fc.assert(
      fc.property(spans, (all) => {
        const changes = all.flatMap(([from, length]) => [[from, 1] as const, [from + length, -1] as const]);
        const time = busyTime();
        // of what happens at one time the beginnings come first
        for (const [at, by] of changes.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
          if (by === 1) begin(time, at);
          else finish(time, at);
        }
        const busy = new Set(all.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i)));
        expect(time).toMatchObject({ total: busy.size, open: 0 });
      }),
    );
  });
});
