import { expect, test } from 'vitest';
import { valueHash } from '../../../src/model/tools/value-hash.js';

test('the order of members does not matter, that of elements does', () => {
  expect(valueHash({ a: 1, b: [1, 2] })).toBe(valueHash({ b: [1, 2], a: 1 }));
  expect(valueHash([1, 2])).not.toBe(valueHash([2, 1]));
});

test('values of different kinds differ', () => {
  const values = ['1', 1, true, 'true', [], {}, [[]], { a: {} }, { a: [] }, ''];
  expect(new Set(values.map(valueHash)).size).toBe(values.length);
});

test('nothing has no hash', () => {
  expect(valueHash(undefined)).toBeUndefined();
  expect(valueHash(null)).toBeUndefined();
});

test('a value of any depth has one', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as never;
  expect(valueHash(deep)).toBeTypeOf('number');
});
