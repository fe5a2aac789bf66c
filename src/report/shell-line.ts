import { isPlain } from '../wire/plain-text.js';

/**
 * Words as a line for a shell. Each stays one word, whatever it contains, and no control character reaches the terminal where it is pasted.
 */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  if (isPlain(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${Array.from(word, escaped).join('')}'`;
}

/** A character between `$'` and `'`: invisible characters become the octal numbers of their bytes. */
function escaped(char: string): string {
  if (char === "'" || char === '\\') return `\\${char}`;
  if (isPlain(char)) return char;
  return Array.from(new TextEncoder().encode(char), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
