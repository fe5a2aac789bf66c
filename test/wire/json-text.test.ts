import { describe, expect, test } from 'vitest';
import { elementSpans, isJsonObject, memberSpans } from '../../src/wire/json-text.js';
import { jsonSource, printArray, printObject, stringToken, type PrintedMember } from '../support/values/json-source.js';
import { fc } from '../support/values/property.js';

const name = fc.oneof(fc.constantFrom('id', 'a', 'b', '', 'i"d', 'id\\'), fc.string({ maxLength: 4 }));
const members = fc.array(
  name.chain((said) => fc.tuple(stringToken(said), jsonSource)),
  { maxLength: 6 },
);
const space = fc.constantFrom('', ' ', '\t', ' \r\n');

function slices(text: string, spans: readonly (readonly [number, number])[]): string[] {
  return spans.map(([start, end]) => text.slice(start, end));
}

describe('memberSpans', () => {
  test('finds each value of a name as it was printed, in any spelling, order and white space', () => {
    const printed = members.chain((all) => fc.tuple(fc.constant(all), printObject(all), space, space));
    fc.assert(
      fc.property(printed, name, ([all, object, before, after], wanted) => {
        const text = before + object + after;
        const named = all.filter(([token]) => JSON.parse(token) === wanted).map(([, value]) => value);
        expect(slices(text, memberSpans(text, wanted))).toEqual(named);
      }),
      { numRuns: 300 },
    );
  });

  test('agrees with JSON.parse about the value of every member: the last of a name is the one', () => {
    fc.assert(
      fc.property(
        members.chain((all: readonly PrintedMember[]) => printObject(all)),
        (text) => {
          const json = JSON.parse(text) as Record<string, unknown>;
          for (const key of Object.keys(json)) {
            const last = slices(text, memberSpans(text, key)).at(-1);
            expect(last === undefined ? undefined : JSON.parse(last)).toEqual(json[key]);
          }
        },
      ),
    );
  });

  test.each([
    ['{}', []],
    ['{"id":1}', ['1']],
    ['{ "id" : "a\\"b" , "x":2}', ['"a\\"b"']],
    ['{"x":"\\\\","id":null}', ['null']],
    ['{"id":{"id":[1,"}"]},"\\u0069d":2}', ['{"id":[1,"}"]}', '2']],
    ['{"x":{"id":1},"y":[{"id":2}]}', []],
    ['["id",1]', []],
    ['"id"', []],
    ['1', []],
  ])('in %s', (text, values) => {
    expect(slices(text, memberSpans(text, 'id'))).toEqual(values);
  });
});

describe('elementSpans', () => {
  test('finds each element as it was printed', () => {
    const printed = fc
      .array(jsonSource, { maxLength: 5 })
      .chain((all) => fc.tuple(fc.constant(all), printArray(all), space));
    fc.assert(
      fc.property(printed, ([all, array, before]) => {
        const text = before + array;
        expect(slices(text, elementSpans(text))).toEqual(all);
      }),
    );
  });
});

test('an object is neither null nor an array', () => {
  expect([{}, { a: 1 }].map(isJsonObject)).toEqual([true, true]);
  expect([null, [], 'a', 1, true, undefined].map(isJsonObject)).toEqual([false, false, false, false, false, false]);
});
