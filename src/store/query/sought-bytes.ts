import type { TextPattern } from '../../filter/filter.js';
import { wordsIn } from '../../filter/patterns.js';
import { isPlain } from '../../wire/plain-text.js';

/** SQL does not search frames larger than this, in bytes, because its time may grow with the square of the size. */
export const LOOKED_INTO_BYTES = 64 * 1024;

/** A text that every line with a match contains; at least one of the two is empty. */
export interface SoughtText {
  /** ASCII text, in any case. */
  readonly ascii: string;
  /** Text beyond ASCII that has only one spelling in UTF-8. */
  readonly exact: string;
}

export function soughtText(pattern: TextPattern): SoughtText {
  const words = wordsIn(pattern);
  const ascii = longestRun(words, (char) => char > '\0' && char <= '\u007f');
  if (ascii !== '') return { ascii, exact: '' };
  const exact = longestRun(words, (char) => char > '\u007f');
  return { ascii: '', exact: hasOneCase(exact) ? exact : '' };
}

function longestRun(words: string, isMeant: (char: string) => boolean): string {
  let [longest, run] = ['', ''];
  for (const char of words) {
    run = isMeant(char) ? run + char : '';
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** Whether text beyond ASCII has only one spelling in UTF-8. U+FFFD has not: bytes that are not UTF-8 are read as it. */
function hasOneCase(words: string): boolean {
  return (
    isTakenAsItIs(words) && !words.includes('\ufffd') && words.toLowerCase() === words && words.toUpperCase() === words
  );
}

/** Whether SQLite keeps a text unchanged. */
export function isTakenAsItIs(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether JSON has only one spelling for a text, apart from `\u` escapes. */
export function isSpelledOnce(text: string): boolean {
  return isPlain(text) && !/["\\/]/.test(text);
}
