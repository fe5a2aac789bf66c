/**
 * Whether `text` may stand in what people read: a file, a terminal: no control or line-separator characters, no byte-order
 * mark, nothing that turns the direction of writing, no half of a surrogate pair.
 */
export function isPlain(text: string): boolean {
  return !UNSAFE.test(text);
}

/** `text` with every character that {@link isPlain} refuses as `\uXXXX`. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE_ALL, escaped);
}

/** The same for a text of several lines, whose newlines and tabs stay. */
export function escapeUnsafeLines(text: string): string {
  return text.replace(UNSAFE_IN_LINES, escaped);
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// newline and tab apart: without a look ahead at each character reports of megabytes take half the time
const UNSAFE_IN_A_LINE =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\p{Surrogate}';
const UNSAFE = new RegExp(`[\\n\\t${UNSAFE_IN_A_LINE}]`, 'u');
const UNSAFE_ALL = new RegExp(UNSAFE.source, 'gu');
const UNSAFE_IN_LINES = new RegExp(`[${UNSAFE_IN_A_LINE}]`, 'gu');
