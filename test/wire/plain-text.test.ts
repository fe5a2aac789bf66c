import { describe, expect, test } from 'vitest';
import { escapeUnsafe, escapeUnsafeLines, isPlain } from '../../src/wire/plain-text.js';
import { fc } from '../support/values/property.js';
import { anyText } from '../support/values/text.js';

/** Said another way than in the source: by what Unicode calls them. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u;

const riskyText = fc.oneof(
  anyText(),
  fc.string({
    unit: fc.constantFrom(
      '\0',
      '\t',
      '\n',
      '\x1b',
      '\x7f',
      '\x9b',
      '\u061c',
      '\u202e',
      '\u2069',
      '\ufeff',
      '\ud800',
      'a',
      '😀',
    ),
  }),
);

describe('escapeUnsafe', () => {
  test('leaves no control, line-separator, bidi or byte-order character in any text', () => {
    fc.assert(
      fc.property(riskyText, (text) => {
        expect(escapeUnsafe(text)).not.toMatch(UNSAFE);
        expect(isPlain(escapeUnsafe(text))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('changes plain text not at all, and says of what it changes which character it was', () => {
    fc.assert(
      fc.property(riskyText, (text) => {
        expect(escapeUnsafe(text) === text).toBe(isPlain(text));
        if (text.includes('\\')) return;
        const back = escapeUnsafe(text).replace(/\\u([0-9a-f]{4})/g, (_, hex) =>
          String.fromCharCode(parseInt(String(hex), 16)),
        );
        expect(back).toBe(text);
      }),
    );
  });

  test.each([
    ['\x1b[2J', '\\u001b[2J'],
    ['a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
    ['\u009b31m', '\\u009b31m'],
    ['abc\u202egnp.exe', 'abc\\u202egnp.exe'],
    ['\ufeffx\u2028y', '\\ufeffx\\u2028y'],
    ['half \ud83d a pair', 'half \\ud83d a pair'],
    ['père 日本 😀 👩‍👩‍👧', 'père 日本 😀 👩‍👩‍👧'],
  ])('%j becomes %j', (text, escaped) => {
    expect(escapeUnsafe(text)).toBe(escaped);
  });
});

test('isPlain refuses exactly what Unicode calls control, surrogate, bidi control or separator, and the BOM', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const char = String.fromCharCode(code);
    if (isPlain(char) === UNSAFE.test(char)) expect.fail(`U+${code.toString(16)} is judged wrongly`);
  }
});

test('escapeUnsafeLines does to each line, between its tabs, what escapeUnsafe does', () => {
  fc.assert(
    fc.property(fc.array(riskyText), (texts) => {
      const lines = texts.join('\n').split('\n');
      const escaped = lines.map((line) => line.split('\t').map(escapeUnsafe).join('\t'));
      expect(escapeUnsafeLines(lines.join('\n'))).toBe(escaped.join('\n'));
    }),
    { numRuns: 300 },
  );
});
