import { isPlain } from '../wire/plain-text.js';

/** Words as a line for a shell. Each is one word there, whatever it holds; nothing in it acts on the terminal that it is put in. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  if (isPlain(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${Array.from(word, escaped).join('')}'`;
}

/** As it stands between `$'` and `'`: what cannot be seen as the octal numbers of its bytes. */
function escaped(char: string): string {
  if (char === "'" || char === '\\') return `\\${char}`;
  if (isPlain(char)) return char;
  return Array.from(new TextEncoder().encode(char), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
