import { describe, expect, test } from 'vitest';
import { spellingOf } from '../../../src/screen/cells/sanitise.js';
import { isWide } from '../../../src/screen/cells/width.js';

/** What drives a terminal, is not seen, or turns or hides what is beside it. */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

function everyCodePoint(): number[] {
  return Array.from({ length: 0x110000 }, (_, point) => point);
}

describe.each(['utf-8', 'ascii'] as const)('in %s', (charset) => {
  test('every code point that could drive a terminal or hide is spelled out', () => {
    const passed = everyCodePoint().filter(
      (point) => spellingOf(point, charset) === undefined && UNSAFE.test(String.fromCodePoint(point)),
    );
    expect(passed.map((point) => point.toString(16))).toEqual([]);
  });

  test('no spelling holds what has to be spelled, or is wide', () => {
    const wrong = everyCodePoint().filter((point) => {
      const spelling = spellingOf(point, charset);
      if (spelling === undefined) return false;
      const isLegible = charset === 'utf-8' ? /^[␀-␟␡]$|^<[0-9A-F]{4,6}>$/u : /^\^[@-_?]$|^<[0-9A-F]{4,6}>$/;
      return !isLegible.test(spelling) || Array.from(spelling).some((sign) => isWide(sign.codePointAt(0) ?? 0));
    });
    expect(wrong).toEqual([]);
  });

  test('no letter, number or sign is spelled, but for Hangul that joins what stands before it', () => {
    const spelled = everyCodePoint().filter(
      (point) =>
        spellingOf(point, charset) !== undefined &&
        /[\p{L}\p{N}\p{P}\p{S}\p{M}\p{Zs}]/u.test(String.fromCodePoint(point)),
    );
    // fillers, vowels and finals of Hangul; what is ignorable by default, with the variation selectors
    const expected = /[\p{Script=Hangul}\p{Default_Ignorable_Code_Point}]/u;
    expect(spelled.filter((point) => !expected.test(String.fromCodePoint(point)))).toEqual([]);
  });
});

test('what is spelled can be read', () => {
  const shown = (charset: 'utf-8' | 'ascii') =>
    [0x1b, 0x09, 0x7f, 0x9b, 0x202e, 0xd800].map((p) => spellingOf(p, charset));
  expect(shown('utf-8')).toEqual(['␛', '␉', '␡', '<009B>', '<202E>', '<D800>']);
  expect(shown('ascii')).toEqual(['^[', '^I', '^?', '<009B>', '<202E>', '<D800>']);
});
