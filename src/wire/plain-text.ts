/**
 * Whether `text` is safe to show in a file or a terminal: it has no control or line-separator characters, no byte-order mark, no characters
 * that change the writing direction, and no half surrogate pairs.
 */
export function isPlain(text: string): boolean {
  return !UNSAFE.test(text);
}

/** `text` with every character that {@link isPlain} refuses as `\uXXXX`. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE_ALL, escaped);
}

/** The same for a text of several lines: newlines and tabs stay. */
export function escapeUnsafeLines(text: string): string {
  return text.replace(UNSAFE_IN_LINES, escaped);
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// newline and tab are handled apart: without a lookahead at each character, large reports take half the time
const UNSAFE_IN_A_LINE =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\p{Surrogate}';
const UNSAFE = new RegExp(`[\\n\\t${UNSAFE_IN_A_LINE}]`, 'u');
const UNSAFE_ALL = new RegExp(UNSAFE.source, 'gu');
const UNSAFE_IN_LINES = new RegExp(`[${UNSAFE_IN_A_LINE}]`, 'gu');
