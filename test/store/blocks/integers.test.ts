import { describe, expect, test } from 'vitest';
import { IntegerReader, IntegerWriter } from '../../../src/store/blocks/integers.js';
import { fc } from '../../support/values/property.js';

describe('numbers', () => {
  const number = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger().map((n) => Math.trunc(n / 2)),
    fc.constantFrom(0, -1, 63, 64, -64, -65),
  );

  test('are what they were', () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const writer = new IntegerWriter();
        for (const each of numbers) writer.put(each);
        const reader = new IntegerReader(writer.written());
        expect(numbers.map(() => reader.next() + 0)).toEqual(numbers.map((each) => each + 0));
      }),
    );
  });

  test('that do not end are refused', () => {
    for (const bytes of [[], [128], [255, 255, 255, 255, 255, 255, 255, 255, 255]]) {
      expect(() => new IntegerReader(Uint8Array.from(bytes)).next()).toThrow(RangeError);
    }
  });

  test('that cannot be told exactly are refused', () => {
    for (const value of [2 ** 53, -(2 ** 53), 0.5, NaN, Infinity]) {
      expect(() => {
        new IntegerWriter().put(value);
      }).toThrow(RangeError);
    }
  });
});
