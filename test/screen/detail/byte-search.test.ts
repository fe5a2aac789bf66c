import { expect, test } from 'vitest';
import { ByteSearch } from '../../../src/screen/detail/byte-search.js';
import { utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

function hits(bytes: string, text: string, budget = 5): number[] {
  const search = new ByteSearch(utf8(bytes), text);
  while (!search.step(budget));
  return Array.from({ length: search.hits.length }, (_, i) => search.hits.at(i));
}

test('finds what is there, wherever steps end', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'B', '"'), { maxLength: 40 }).map((all) => all.join(''));
  const wanted = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
  fc.assert(
    fc.property(letters, wanted, fc.integer({ min: 1, max: 9 }), (text, needle, budget) => {
      const small = text.toLowerCase();
      const expected = Array.from(small, (_, i) => i).filter((i) => small.startsWith(needle, i));
      expect(hits(text, needle, budget)).toEqual(expected);
    }),
  );
});

test('regards case where a capital letter is looked for', () => {
  expect(hits('ab AB Ab', 'Ab')).toEqual([6]);
  expect(hits('ab AB Ab', 'ab')).toEqual([0, 3, 6]);
});

test('finds what JSON spells in its own way, and what stands as it is', () => {
  expect(hits('{"a":"say \\"hi\\""} "hi"', '"hi')).toEqual([11, 19]);
  expect(hits('x', '')).toEqual([]);
});

test('keeps a bounded number of hits, and says that there are more', () => {
  const search = new ByteSearch(utf8('a'.repeat(200_000)), 'a');
  while (!search.step(50_000));
  expect([search.hits.length, search.isCut]).toEqual([100_000, true]);
  expect(search.countBefore(500)).toBe(500);
});
