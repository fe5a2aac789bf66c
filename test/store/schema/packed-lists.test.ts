import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packLists, unpackLists } from '../../../src/store/schema/packed-lists.js';
import { fc } from '../../support/values/property.js';

const scalars = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.constantFrom(null, undefined, 0, 2 ** 53),
);
const { value: values } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(scalars, { maxLength: 4 }).map((list) => new Set(list)),
    tie('object'),
  ),
  // few names, so that shapes come again
  object: fc.dictionary(fc.constantFrom('seq', 'at', 'id', '', '0', '1,2', '"', 'constructor'), tie('value'), {
    noNullPrototype: true,
  }),
}));
const objects = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  values,
  { noNullPrototype: true },
);

describe('lists of plain objects', () => {
  test('are what they were, the order of their members too', () => {
    fc.assert(
      fc.property(fc.array(fc.array(objects, { maxLength: 6 }), { maxLength: 3 }), (lists) => {
        const packed = packLists(lists);
        const again = packed && unpackLists(packed);
        // not of vitest: it takes a member `constructor` for the class
        expect(isDeepStrictEqual(again, lists)).toBe(true);
        const names = (all: readonly object[][]) => all.flat().map((each) => Object.keys(each));
        expect(names(again ?? [])).toEqual(names(lists));
      }),
      { numRuns: 300 },
    );
  });

  test('take less space than in structured cloning', () => {
    const list = Array.from({ length: 500 }, (_, n) => ({
      seq: n,
      at: n + 1,
      status: 'completed',
      first: { seq: n, at: n },
    }));
    expect(packLists([list])?.length).toBeLessThan(serialize(list).length / 4);
    expect(deserialize(serialize(list))).toEqual(unpackLists(packLists([list]) ?? Buffer.alloc(0))[0]);
  });

  test.each([
    ['a number that JSON does not have', Number.NaN],
    ['less than nothing', -0],
    ['a map', new Map()],
    ['an object of a class', new Date(0)],
    ['a function', () => 0],
    ['a member that would set what it is made of', JSON.parse('{"__proto__": 1}')],
    ['what is nested too deeply', Array.from({ length: 40 }).reduce((inner) => [inner], 0)],
  ])('are not packed with %s', (_, value: unknown) => {
    expect(packLists([[{ fine: 1 }, { value }]])).toBeUndefined();
    expect(packLists([[{ value: { value } }]])).toBeUndefined();
  });
});

test('of a stranger, who deflated what fills the memory, are refused', () => {
  const zeros = Buffer.alloc(130 * 1024 * 1024);
  expect(() => unpackLists(deflateRawSync(zeros))).toThrow(
    expect.objectContaining({ code: 'DATABASE_UNREADABLE' }) as Error,
  );
});
