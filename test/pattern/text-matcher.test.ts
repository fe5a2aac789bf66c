import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRegexProblem, parseRegex } from '../../src/pattern/parse-regex.js';
import { TextMatcher } from '../../src/pattern/text-matcher.js';
import { utf8 } from '../support/bytes.js';
import { fc } from '../support/property.js';

function matcher(source: string, ignoreCase = false): TextMatcher {
  const node = parseRegex(source, ignoreCase);
  const made = isRegexProblem(node) ? undefined : TextMatcher.of(node);
  return made ?? expect.fail(`${source}: ${'message' in node ? node.message : 'too large'}`);
}

const ATOMS = [
  ...['a', 'b', 'A', 'é', 'É', 'ß', 'ſ', 'K', '_', ' ', '-', '"', '.', '^', '$', '\\b', '\\B', '\\d', '\\w', '\\s'],
  ...['\\D', '\\W', '\\S', '\\.', '\\x41', '\\u00e9', '\\n', '\\t', '[ab]', '[^a]', '[a-c]', '[\\d_-]', '[^\\w]'],
  ...['[A-Zé]', '[\\b]', '[]', '[^]', '{', '}', ']', '😀', '[😀]', '(?:)', '\\/', '[^é]', '[\\w-z]'],
];

const regex: Arbitrary<string> = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(...ATOMS),
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => a + b),
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('regex'), fc.constantFrom('(', '(?:', '(?<n>'))
      .map(([a, open]) => `${open}${a})`.replace(/\(\?<n>(?=.*\(\?<n>)/, '(')),
    fc
      .tuple(tie('regex'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1}', '{2,}', '*?', '+?', '{0}'))
      .map(([a, times]) => `(?:${a})${times}`),
  ),
})).regex;

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'A',
      'é',
      'É',
      'ß',
      'ſ',
      's',
      'k',
      'K',
      '_',
      '1',
      ' ',
      '-',
      '"',
      '\n',
      '\u2028',
      '😀',
    ),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.join(''));

describe('TextMatcher', () => {
  test('finds what the regular expressions of ECMAScript find, in text and in UTF-8', () => {
    fc.assert(
      fc.property(regex, text, fc.boolean(), (source, searched, ignoreCase) => {
        let own: RegExp;
        try {
          own = new RegExp(source, ignoreCase ? 'i' : '');
        } catch {
          return;
        }
        const made = matcher(source, ignoreCase);
        expect(made.isIn(searched), source).toBe(own.test(searched));
        expect(made.isInBytes(utf8(searched)), source).toBe(own.test(searched));
      }),
      { numRuns: 4000 },
    );
  });

  test('refuses what ECMAScript refuses, and what it cannot do', () => {
    const refused = ['(', ')', '[a', '*a', 'a**', '+', '(?a)', '[b-a]', '{1}', 'a{2,1}', '\\', '(?<a', '(a))'];
    for (const source of refused) {
      expect(() => new RegExp(source), source).toThrow();
      expect(parseRegex(source, false), source).toHaveProperty('message');
    }
    const beyond = ['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(a)\\1', '(?<n>a)\\k<n>', '\\p', 'a{2000}'];
    for (const source of beyond) expect(parseRegex(source, false), source).toHaveProperty('message');
  });

  test('knows all variants of case that ECMAScript knows', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const [small, large] = [String.fromCharCode(code).toLowerCase(), String.fromCharCode(code).toUpperCase()];
      if (small === large || small.length !== 1 || large.length !== 1 || /[\\^$.*+?()[\]{}|/]/.test(small)) continue;
      const own = new RegExp(small, 'i').test(large);
      expect(matcher(small, true).isIn(large), `${code}`).toBe(own);
      if (code > 0x600 && code < 0x1e00) code += 16;
    }
  });

  test('looks at each character once, also where others go back for ever', () => {
    const long = 'a'.repeat(50_000);
    for (const source of ['(a+)+b', '(a|a)*b', '(a*)*b', '.*.*.*.*b', '(?:a?){30}a{30}b', '(a|b|ab)*bc']) {
      expect(matcher(source).isIn(`${long}c`), source).toBe(false);
      expect(matcher(source).isInBytes(utf8(`${long}c`)), source).toBe(false);
    }
    // so many states that they are forgotten, and made again
    const many = matcher('(a|b)*a(a|b){14}c');
    const mixed = Array.from({ length: 20_000 }, (_, i) => ((i * i * 7919) % 11 < 5 ? 'a' : 'b')).join('');
    expect(many.isIn(mixed)).toBe(false);
    expect(many.isIn(`${mixed}a${'b'.repeat(14)}c`)).toBe(true);
  });

  test('of what is no UTF-8 it takes U+FFFD', () => {
    expect(matcher('\\ufffd').isInBytes(Uint8Array.of(0x61, 0xff))).toBe(true);
    expect(matcher('a').isInBytes(Uint8Array.of(0xe2, 0x61))).toBe(true);
  });
});
