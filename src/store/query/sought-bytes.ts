import type { TextPattern } from '../../filter/filter.js';
import { wordsIn } from '../../filter/patterns.js';
import { isPlain } from '../../wire/plain-text.js';

/** Beyond this size, in bytes, SQL does not look into a frame: what it does there may take the square of it. */
export const LOOKED_INTO_BYTES = 64 * 1024;

/** What no line lacks that has a pattern; at most one of both is not empty. */
export interface SoughtText {
  /** Words of ASCII, capital or small. */
  readonly ascii: string;
  /** Words beyond ASCII that UTF-8 spells in one way. */
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

/** Whether words beyond ASCII stand in UTF-8 in one way only: what is no UTF-8 is read as U+FFFD. */
function hasOneCase(words: string): boolean {
  return (
    isTakenAsItIs(words) && !words.includes('\ufffd') && words.toLowerCase() === words && words.toUpperCase() === words
  );
}

/** Whether SQLite takes a text as it is. */
export function isTakenAsItIs(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether JSON spells a text in one way, but for `\u` escapes. */
export function isSpelledOnce(text: string): boolean {
  return isPlain(text) && !/["\\/]/.test(text);
}
