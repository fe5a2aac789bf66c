import { expect, test } from 'vitest';
import { TextLines } from '../../../src/screen/transcript/text-lines.js';
import { fc } from '../../support/values/property.js';

function linesOf(text: string): string[] {
  const lines = new TextLines(text);
  return Array.from({ length: lines.count }, (_, i) => lines.line(i));
}

test.each([
  ['', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\nb\n\n', ['a', '', 'b']],
  ['a\r\n\tb', ['a', '    b']],
])('%j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test('a line that is too long is cut, but no character', () => {
  const lines = linesOf(`${'a'.repeat(1_999)}${'😀'.repeat(1_500)}\nend`);
  expect(lines.map(({ length }) => length)).toEqual([2_001, 2_000, 998, 3]);
  expect(lines.join('')).toBe(`${'a'.repeat(1_999)}${'😀'.repeat(1_500)}end`);
  expect(lines.filter((line) => /\p{Surrogate}/u.test(line))).toEqual([]);
});

test('a place in the text is in its line', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, fc.nat(30), (text, offset) => {
      const lines = new TextLines(text);
      if (offset >= lines.text.length) return;
      const before = lines.text.slice(0, offset).split('\n').length - 1;
      expect(lines.lineAt(offset)).toBe(before);
    }),
  );
});
