import { describe, expect, test } from 'vitest';
import { shownValues } from '../../../src/replay/divergence/shown-values.js';
import { fc } from '../../support/values/property.js';

describe('two values that differ', () => {
  test.each([
    ['short ones are whole', 'a', 1, '"a"', '1'],
    ['one is missing', undefined, { a: [1] }, 'nothing', '{"a":[1]}'],
    [
      'invisible: a space of no width',
      'ab',
      'a\u200bb',
      '"ab" (character 2: nothing)',
      '"a\u200bb" (character 2: U+200B)',
    ],
    [
      'invisible: a space that does not break',
      'a b',
      'a\u00a0b',
      '"a b" (character 2: U+0020)',
      '"a\u00a0b" (character 2: U+00A0)',
    ],
    ['alike: a Cyrillic letter', 'cat', 'c\u0430t', '"cat" (character 2: U+0061)', '"c\u0430t" (character 2: U+0430)'],
    [
      'alike: composed and decomposed',
      'caf\u00e9',
      'cafe\u0301',
      '"caf\u00e9" (character 4: U+00E9)',
      '"cafe\u0301" (character 4: U+0065 U+0301)',
    ],
    [
      'a word of another script',
      'copy it',
      '\u0441\u043e\u0440\u0443 it',
      '"copy it" (character 1: U+0063 U+006F U+0070 U+0079)',
      '"\u0441\u043e\u0440\u0443 it" (character 1: U+0441 U+043E U+0440 U+0443)',
    ],
    ['what is seen is not named', 'the quick fox', 'the slow fox', '"the quick fox"', '"the slow fox"'],
    ['control characters are escaped, which is seen', 'a', 'a\u001b[31m', '"a"', '"a\\u001b[31m"'],
  ])('%s', (...[, expected, received, recorded, came]) => {
    expect(shownValues({ expected, received })).toEqual({ recorded, received: came });
  });

  test('large numbers and repeated members are shown as they are spelled', () => {
    const spelled = { recorded: '9007199254740993', received: '9007199254740992' };
    expect(shownValues({ expected: 1, received: 1, spelled })).toEqual(spelled);
  });

  test('texts of any size are short, and the difference is in view', () => {
    const around = fc.string({ maxLength: 3_000, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(around, around, (before, after) => {
        const { recorded, received } = shownValues({
          expected: `${before}<OLD>${after}`,
          received: `${before}<NEW>${after}`,
        });
        expect([recorded.includes('<OLD>'), received.includes('<NEW>')]).toEqual([true, true]);
        for (const text of [recorded, received]) expect(text.length).toBeLessThan(400);
      }),
    );
  });
});
