import { describe, expect, test } from 'vitest';
import { textPieces } from '../../src/compare/text-diff.js';
import { fc } from '../support/values/property.js';

/** `same[-only a-]{+only b+}` */
function shown(a: string, b: string): string {
  return textPieces(a, b)
    .map(({ text, only }) => (only === undefined ? text : only === 'a' ? `[-${text}-]` : `{+${text}+}`))
    .join('');
}

describe('two texts differ', () => {
  test.each([
    ['in no word', 'the same', 'the same', 'the same'],
    ['in a word', 'the old text', 'the new text', 'the [-old-]{+new+} text'],
    ['in all', 'a', '', '[-a-]'],
    ['in a line', 'a\nb\nc\nd\n', 'a\nb\nx\nd\n', 'a\nb\n[-c\n-]{+x\n+}d\n'],
  ])('%s', (_, a, b, expected) => {
    expect(shown(a, b)).toBe(expected);
  });

  test('wholly where they share too little to tell', () => {
    const many = (word: string) => Array.from({ length: 3_000 }, (_, i) => `${word}${i}`).join(' ');
    expect(textPieces(many('a'), many('b')).map(({ only }) => only)).toEqual(['a', 'b']);
  });

  test('in pieces that come to both, and to the same from both sides', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', 'word', '☕'), { maxLength: 20 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const pieces = textPieces(a, b);
        const side = (other: 'a' | 'b') =>
          pieces.flatMap(({ text: own, only }) => (only === other ? [] : own)).join('');
        expect([side('b'), side('a')]).toEqual([a, b]);
        const only = (all: typeof pieces, one: 'a' | 'b') =>
          all.filter((piece) => piece.only === one).map(({ text: t }) => t);
        expect(only(textPieces(b, a), 'b')).toEqual(only(pieces, 'a'));
      }),
    );
  });
});
