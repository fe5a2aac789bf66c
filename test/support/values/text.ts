import type { Arbitrary } from 'fast-check';
import { fc } from './property.js';

const character = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    fc.integer({ min: 0, max: 0x9f }),
    fc.integer({ min: 0x2000, max: 0x206f }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0xa0, max: 0xd7ff }),
    fc.integer({ min: 0x10000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Any text that UTF-8 can say: no halves of surrogate pairs. (`fc.string` of unit `binary` takes a second to make.) */
export function anyText(maxLength = 12): Arbitrary<string> {
  return fc.array(character, { maxLength }).map((characters) => characters.join(''));
}

const hostile = fc.constantFrom(
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u001b]52;c;cm0gLXJm\u001b\\',
  '\u001b[8m',
  '\u009b2J',
  '\u009d0;title\u009c',
  '\u0090q',
  '\r',
  '\n',
  '\t',
  '\b',
  '\u007f',
  '\u202e',
  '\u2066',
  '\u200d',
  '\u200b',
  '\u0301',
  '\ufe0f',
  '\ud83d',
  '\udc00',
  '👨‍👩‍👧',
  '👍🏽',
  '🇩🇪',
  '1\ufe0f\u20e3',
  '❤\ufe0f',
  '日本',
  '한',
  'e\u0301',
  'ⓐ',
  'ک‌ه',
  'नि',
  'plain ',
);

/** What texts hold that try to drive a terminal, and what terminals draw in different widths. */
export function hostileText(maxLength = 8): Arbitrary<string> {
  return fc.array(hostile, { maxLength }).map((pieces) => pieces.join(''));
}
