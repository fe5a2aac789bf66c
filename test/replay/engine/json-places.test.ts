import { describe, expect, test } from 'vitest';
import { memberPointer, pointerTo, valueAt } from '../../../src/replay/engine/json-places.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { fc } from '../../support/values/property.js';

const JSON_VALUE = { a: { 'x/y~z': [10, { b: 'deep' }] }, '': 0, l: [] };

describe('pointers', () => {
  test.each([
    ['', JSON_VALUE],
    ['/a/x~1y~0z/1/b', 'deep'],
    ['/a/x~1y~0z/0', 10],
    ['/', 0],
    ['/l/0', undefined],
    ['/a/x~1y~0z/-1', undefined],
    ['/a/x~1y~0z/length', undefined],
    ['/toString', undefined],
    ['/a/b/c', undefined],
  ])('%j leads to %j', (pointer, value) => {
    expect(valueAt(JSON_VALUE, pointer)).toEqual(value);
  });

  test('a name is escaped', () => {
    expect(memberPointer('/a', 'x/y~z')).toBe('/a/x~1y~0z');
    expect(memberPointer('', 3)).toBe('/3');
  });

  test('the pointer to each value of a printed text leads to it', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.jsonValue(), spaces, fc.boolean(), (given, space, hasMark) => {
        const json = { given: given as JsonValue, marked: 'MARK', list: [[], ['MARK2']] };
        const text = `${hasMark ? '\ufeff' : ''}${JSON.stringify(json, undefined, space)}`;
        expect(pointerTo(text, text.lastIndexOf('"MARK"'))).toBe('/marked');
        expect(pointerTo(text, text.lastIndexOf('"MARK2"'))).toBe('/list/1/0');
      }),
    );
  });
});
