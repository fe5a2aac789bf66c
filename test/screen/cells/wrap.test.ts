import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../src/screen/cells/clusters.js';
import type { StyledLine } from '../../../src/report/styled-line.js';
import { wrapLine } from '../../../src/screen/cells/wrap.js';
import { fc } from '../../support/values/property.js';
import { anyText, hostileText } from '../../support/values/text.js';

function textsOf(rows: readonly StyledLine[]): string[] {
  return rows.map((row) => row.map(({ text }) => text).join(''));
}

function wrapped(text: string, width: number, isCode = false): string[] {
  return textsOf(wrapLine([{ text }], { width, charset: 'utf-8', isCode }));
}

test.each<[string, number, string[]]>([
  ['', 10, ['']],
  ['one two three', 20, ['one two three']],
  ['one two three', 7, ['one two', 'three']],
  ['one two  three', 8, ['one two ', 'three']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['a abcdefgh', 4, ['a ', 'abcd', 'efgh']],
  ['  - one two', 8, ['  - one ', '  two']],
  ['日本語 です', 6, ['日本語', 'です']],
  ['日本', 3, ['日', '本']],
  ['a\u001bb c', 4, ['a␛b ', 'c']],
])('%j in %d cells', (text, width, rows) => {
  expect(wrapped(text, width)).toEqual(rows);
});

test('code is broken where it must be', () => {
  expect(wrapped('  if (a) return b;', 8, true)).toEqual(['  if (a)', ' return ', 'b;']);
});

test('pieces keep what they are', () => {
  const line: StyledLine = [
    { text: 'one tw', role: 'tool' },
    { text: 'o three', role: 'dim' },
  ];
  expect(wrapLine(line, { width: 8, charset: 'ascii' })).toEqual([
    [
      { text: 'one tw', role: 'tool' },
      { text: 'o ', role: 'dim' },
    ],
    [{ text: 'three', role: 'dim' }],
  ]);
});

describe('whatever the text', () => {
  test('rows keep to the width, and nothing is lost but blanks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText(6), hostileText(4), fc.constant(' ')), { maxLength: 12 }),
        fc.integer({ min: 2, max: 20 }),
        fc.constantFrom('utf-8' as const, 'ascii' as const),
        fc.boolean(),
        (words, width, charset, isCode) => {
          const text = words.join('');
          const rows = textsOf(wrapLine([{ text }], { width, charset, isCode }));
          for (const row of rows) expect(widthOf(row, charset)).toBeLessThanOrEqual(width);
          const whole = textsOf(wrapLine([{ text }], { width: 10_000, charset, isCode })).join('');
          expect(rows.join('').replaceAll(' ', '')).toBe(whole.replaceAll(' ', ''));
        },
      ),
    );
  });
});
