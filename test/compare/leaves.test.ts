import { expect, test } from 'vitest';
import { leafChanges } from '../../src/compare/leaves.js';
import type { JsonValue } from '../../src/wire/json-text.js';

const change = (path: string, a: JsonValue | undefined, b: JsonValue | undefined) => ({ path, a, b });

test.each<[string, JsonValue | undefined, JsonValue | undefined, ReturnType<typeof change>[]]>([
  ['the same in another order', { x: 1, y: [2] }, { y: [2], x: 1 }, []],
  ['null, which is nothing', { x: null }, {}, []],
  ['each leaf for itself', { x: 1, y: { z: 2 } }, { x: 2, y: { z: 3 } }, [change('/x', 1, 2), change('/y/z', 2, 3)]],
  ['a member that is missing, whole', { x: { y: 1 } }, {}, [change('/x', { y: 1 }, undefined)]],
  ['another JSON type', { x: 1 }, { x: '1' }, [change('/x', 1, '1')]],
  ['nothing in its place', [], {}, [change('', [], {})]],
  ['names with / and ~', { 'a/b~': 1 }, {}, [change('/a~1b~0', 1, undefined)]],
  ['members that objects have of their own', {}, { toString: 1 }, [change('/toString', undefined, 1)]],
  [
    'an element less, which shifts none',
    {
      all: [
        { id: 'a', n: 1 },
        { id: 'b', n: 1 },
      ],
    },
    { all: [{ id: 'b', n: 1 }] },
    [change('/all/0', { id: 'a', n: 1 }, undefined)],
  ],
  [
    'an element by its name, wherever it stands',
    [
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ],
    [
      { id: 'x', n: 1 },
      { id: 'a', n: 2 },
      { id: 'b', n: 1 },
    ],
    [change('/0/n', 1, 2), change('/0', undefined, { id: 'x', n: 1 })],
  ],
  ['an element in its place', ['a', 'b', 'c'], ['a', 'x', 'c'], [change('/1', 'b', 'x')]],
])('%s', (_, a, b, expected) => {
  expect(leafChanges(a, b)).toEqual(expected);
});
