import { ignoringCase } from './case-folding.js';
import { ANY, complement, DIGITS, SPACE, WORD, type CharSet } from './char-set.js';
import type { RegexFlags } from './regex-node.js';
import type { RegexScanner } from './regex-scanner.js';
import { unicodeCategory } from './unicode-category.js';

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

/** What `\w` and `\b` take for a character of a word. */
export function wordSet({ ignoreCase, unicode }: RegexFlags): CharSet {
  return ignoreCase && unicode ? ignoringCase(WORD, true) : WORD;
}

/** Reads what stands behind a backslash, in a class or not: a character or a set of them. @param start of the backslash */
export function readEscape(scanner: RegexScanner, flags: RegexFlags, start: number): number | CharSet {
  const letter = scanner.peek();
  const code = scanner.next();
  if (code === undefined) throw scanner.invalid('a \\ at the end', start);
  const shorthand = shorthandSet(letter, flags);
  if (shorthand !== undefined) return shorthand;
  if (Object.hasOwn(CONTROLS, letter)) return CONTROLS[letter] ?? 0;
  if (letter === '0' && !/\d/.test(scanner.peek())) return 0;
  if (letter === 'c') {
    const control = scanner.match(/[A-Za-z]/y)?.[0];
    if (control !== undefined) return control.charCodeAt(0) % 32;
  }
  if (letter === 'x') {
    const hex = scanner.match(/[\da-f]{2}/iy)?.[0];
    if (hex !== undefined) return Number.parseInt(hex, 16);
  }
  if (letter === 'u') {
    const escaped = readUnicodeEscape(scanner, start);
    if (escaped !== undefined) return escaped;
  }
  if (flags.unicode) {
    if (letter === 'p' || letter === 'P') return readProperty(scanner, flags, start);
    if (SYNTAX.test(letter)) return code;
    throw scanner.invalid(`unknown escape ${scanner.source.slice(start, scanner.at)}`, start);
  }
  // Without the flag u, JavaScript reads the rest as octal numbers or as the letter itself: both are hardly ever meant.
  if (/\d/.test(letter)) scanner.notSupported(`the octal escape \\${letter} is not supported; write \\x..`, start);
  else if (letter === 'p' || letter === 'P') scanner.notSupported(`\\${letter} needs the flag u`, start);
  else if (letter === 'u' && scanner.peek() === '{') scanner.notSupported('\\u{...} needs the flag u', start);
  else if (/\p{L}/u.test(letter)) scanner.notSupported(`unknown escape \\${letter}`, start);
  return code;
}

function shorthandSet(letter: string, flags: RegexFlags): CharSet | undefined {
  switch (letter) {
    case 'd':
      return DIGITS;
    case 'D':
      return complement(DIGITS);
    case 's':
      return SPACE;
    case 'S':
      return complement(SPACE);
    case 'w':
      return wordSet(flags);
    case 'W':
      return complement(wordSet(flags));
    default:
      return undefined;
  }
}

/** Behind `\u`: four digits, or with the flag `u` any number in braces, or a surrogate pair as one character. */
function readUnicodeEscape(scanner: RegexScanner, start: number): number | undefined {
  if (scanner.isUnicode && scanner.take('{')) {
    const digits = scanner.match(/0*([\da-f]{1,6})\}/iy)?.[1];
    const code = digits === undefined ? Infinity : Number.parseInt(digits, 16);
    if (code <= 0x10ffff) return code;
    throw scanner.invalid('\\u{...} takes a code point up to 10ffff', start);
  }
  const hex = scanner.match(/[\da-f]{4}/iy)?.[0];
  if (hex === undefined) return undefined;
  const code = Number.parseInt(hex, 16);
  const low =
    scanner.isUnicode && code >= 0xd800 && code < 0xdc00 ? scanner.match(/\\u(d[c-f][\da-f]{2})/iy)?.[1] : undefined;
  return low === undefined ? code : (code - 0xd800) * 0x400 + (Number.parseInt(low, 16) - 0xdc00) + 0x10000;
}

function readProperty(scanner: RegexScanner, flags: RegexFlags, start: number): CharSet {
  const name = scanner.match(/\{([^{}]*)\}/y)?.[1];
  if (name === undefined) throw scanner.invalid('\\p takes a property in braces, such as \\p{L}', start);
  const set = unicodeCategory(name);
  const written = scanner.source.slice(start, scanner.at);
  if (set === undefined) {
    scanner.notSupported(
      `${written} is not supported; of Unicode's properties only categories such as \\p{L} are`,
      start,
    );
    return ANY;
  }
  const own = written.startsWith('\\P') ? complement(set) : set;
  return flags.ignoreCase ? ignoringCase(own, true) : own;
}
