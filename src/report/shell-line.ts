/** Words as a line for a POSIX shell. Each is one word there, whatever it holds. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
