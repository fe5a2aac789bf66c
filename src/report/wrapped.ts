/** Text in lines of at most `width` characters, broken where spaces are; a longer word stands alone. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [, space = '', word = ''] of text.matchAll(/(\s*)(\S+)/g)) {
    if (line === '') line = word;
    else if (line.length + space.length + word.length <= width) line += space + word;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  return lines;
}
