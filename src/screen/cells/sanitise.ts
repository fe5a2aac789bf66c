import { isWithin } from './width.js';

/** What the terminal can show: all of Unicode, or only the 95 characters of ASCII. */
export type Charset = 'utf-8' | 'ascii';

/**
 * The spelling of a code point that must not get to a terminal: because it controls the terminal, is invisible, or hides or reverses the
 * text beside it. For example `␛` (in ASCII `^[`) or `<202E>`. Undefined for all others.
 *
 * A spelling holds narrow code points only.
 */
export function spellingOf(codePoint: number, charset: Charset): string | undefined {
  if (codePoint > LAST_ASCII_CONTROL && codePoint < DEL) return undefined;
  if (codePoint <= LAST_ASCII_CONTROL || codePoint === DEL) return controlSign(codePoint, charset);
  return isWithin(codePoint, UNSAFE_RANGES) ? `<${codePoint.toString(16).toUpperCase().padStart(4, '0')}>` : undefined;
}

/** Where the control pictures of Unicode begin: `␀`. */
const CONTROL_PICTURES = 0x2400;
const DEL_PICTURE = '␡';
const LAST_ASCII_CONTROL = 0x1f;
const DEL = 0x7f;

function controlSign(codePoint: number, charset: Charset): string {
  if (charset === 'ascii') return `^${String.fromCharCode(codePoint ^ 0x40)}`;
  return codePoint === DEL ? DEL_PICTURE : String.fromCharCode(CONTROL_PICTURES + codePoint);
}

/**
 * Beyond ASCII: C1 controls, format characters (bidi, zero width, tags), line separators, lone surrogates, default-ignorable code points,
 * noncharacters; and the vowels and finals of Hangul, which combine with the character before.
 */
// prettier-ignore
const UNSAFE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x80, 0x9f], [0xad, 0xad], [0x34f, 0x34f], [0x600, 0x605], [0x61c, 0x61c], [0x6dd, 0x6dd], [0x70f, 0x70f],
  [0x890, 0x891], [0x8e2, 0x8e2], [0x115f, 0x11ff], [0x17b4, 0x17b5], [0x180b, 0x180f], [0x200b, 0x200f],
  [0x2028, 0x202e], [0x2060, 0x206f], [0x3164, 0x3164], [0xd7b0, 0xdfff], [0xfdd0, 0xfdef], [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xfff0, 0xfffb], [0xfffe, 0xffff], [0x110bd, 0x110bd], [0x110cd, 0x110cd],
  [0x13430, 0x1343f], [0x1bca0, 0x1bca3], [0x1d173, 0x1d17a], [0x1fffe, 0x1ffff], [0x2fffe, 0x2ffff],
  [0x3fffe, 0x3ffff], [0x4fffe, 0x4ffff], [0x5fffe, 0x5ffff], [0x6fffe, 0x6ffff], [0x7fffe, 0x7ffff],
  [0x8fffe, 0x8ffff], [0x9fffe, 0x9ffff], [0xafffe, 0xaffff], [0xbfffe, 0xbffff], [0xcfffe, 0xcffff],
  [0xdfffe, 0xe0fff], [0xefffe, 0xeffff], [0xffffe, 0xfffff], [0x10fffe, 0x10ffff],
];
