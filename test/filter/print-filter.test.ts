import { expect, test } from 'vitest';
import { parseFilter } from '../../src/filter/parse-filter.js';
import { printFilter } from '../../src/filter/print-filter.js';
import { filters } from '../support/filters/filters.js';
import { fc } from '../support/values/property.js';

const ANY = filters({
  names: ['session/update', 'a b', '', 'and', '/x/', '"q"', "it's", 'x:y', '~m', '(', 'a\\', 'é😀', '7', '..', '*'],
  texts: ['a', 'NOT', 'from:x', '/x/', '"', '\\"', ' ', 'a|b', '!', '~e', 'x=1', '...', "'", '/a'],
  regexes: ['a', 'a b', '[/]', '\\/', '(a|b)*', '^$', '"', '\\)', '\\\\'],
  paths: [['a'], ['params', 'a b', '0'], ['*'], ['a.b', '', 'c=d'], ['~x', '(']],
  numbers: [0, 1, 999, 1000, 1001, 60e9, 1.5e6, 3600e9, 1e9 + 1, Number.MAX_SAFE_INTEGER - 1],
});

test('what is printed is read as the same filter', () => {
  fc.assert(
    fc.property(ANY, (filter) => {
      const text = printFilter(filter);
      expect(parseFilter(text), text).toEqual({ ok: true, filter });
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['kind:err', 'kind:error'],
  ['size>10000 size:1..2000', 'size>10k size:1..2k'],
  ['t:90s dur<1.5ms', 't:90s dur<1500us'],
  ['(a or b) c', '(a or b) c'],
  ['! ( a & b )', 'not (a b)'],
  [`'"x"'`, '"\\"x\\""'],
])('%s is printed as %s', (text, printed) => {
  const result = parseFilter(text);
  expect(result.ok && printFilter(result.filter)).toBe(printed);
});
