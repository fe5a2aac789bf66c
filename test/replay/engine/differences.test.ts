import { describe, expect, test } from 'vitest';
import { differences, type Judge } from '../../../src/replay/engine/differences.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { fc } from '../../support/values/property.js';

const PLAIN: Judge = { judge: () => undefined, text: (said) => said, isSame: (a, b) => a === b, meant: (said) => said };

function found(expected: JsonValue, received: JsonValue, judge: Partial<Judge> = {}): string[] {
  return differences(expected, received, { ...PLAIN, ...judge }).map(
    ({ pointer, ...values }) => `${pointer} ${JSON.stringify(values.expected)} ${JSON.stringify(values.received)}`,
  );
}

describe('where values differ', () => {
  test.each<[JsonValue, JsonValue, string[]]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: null }, {}, []],
    [{}, { a: null }, []],
    [1, 1.0, []],
    [{ a: 0 }, { a: -0 }, []],
    [{ a: '1' }, { a: 1 }, ['/a "1" 1']],
    [{ a: false }, {}, ['/a false undefined']],
    [{}, { a: 0 }, ['/a undefined 0']],
    [[1, null], [1], ['/1 null undefined']],
    [[1], [1, null], ['/1 undefined null']],
    [
      [1, 2],
      [2, 1],
      ['/0 1 2', '/1 2 1'],
    ],
    [[], {}, [' [] {}']],
    [{ a: [] }, {}, ['/a [] undefined']],
    [{ 'a/b~c': 1 }, { 'a/b~c': 2 }, ['/a~1b~0c 1 2']],
    [{ ['__proto__']: 1 }, { constructor: 1 }, ['/__proto__ 1 undefined', '/constructor undefined 1']],
    ['\u00e9', 'e\u0301', [' "\u00e9" "e\u0301"']],
  ])('%j and %j', (expected, received, told) => {
    const own = (value: JsonValue) => JSON.parse(JSON.stringify(value)) as JsonValue;
    expect(found(own(expected), own(received))).toEqual(told);
  });

  test('a judge may say that a place is equal, what was expected, or what differs below it', () => {
    const judge: Judge['judge'] = (pointer) => {
      if (pointer === '/a') return 'equal';
      if (pointer === '/b') return { expected: 'live' };
      return pointer === '/c' ? [{ pointer: '/c/d', expected: 1, received: undefined }] : undefined;
    };
    expect(found({ a: 1, b: 1, c: {} }, { a: 2, b: 2, c: {} }, { judge })).toEqual(['/b "live" 2', '/c/d 1 undefined']);
  });

  test('texts are compared as they are in this run', () => {
    const judge = {
      text: (said: string) => said.replace('/recorded', '/live'),
      isSame: (a: string, b: string) => a === b || (a === '*' && b !== ''),
    };
    expect(found(['/recorded/x', '*', '*'], ['/live/x', 'secret', ''], judge)).toEqual(['/2 "*" ""']);
    expect(found(['/recorded/x'], ['/recorded/x'], judge)).toEqual(['/0 "/live/x" "/recorded/x"']);
  });

  test('no more than 50 are told', () => {
    expect(
      found(
        Array.from({ length: 200 }, () => 1),
        Array.from({ length: 200 }, () => 2),
      ),
    ).toHaveLength(50);
  });

  test('a value has no difference to itself, and any other value has one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = [one, other] as [JsonValue, JsonValue];
        expect(found(a, JSON.parse(JSON.stringify(a)) as JsonValue)).toEqual([]);
        expect(found(a, b).length > 0).toBe(found(b, a).length > 0);
        if (found(a, b).length === 0) expect(withoutNulls(a)).toEqual(withoutNulls(b));
      }),
    );
  });
});

function withoutNulls(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as JsonValue[]).map(withoutNulls);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}
