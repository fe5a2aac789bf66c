/** Text in lines of at most `width` characters, broken at spaces. A longer word gets a line of its own. */
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

/** Paragraphs, separated by blank lines, each wrapped to a width. */
export function wrappedParagraphs(text: string, width: number): string[] {
  return text.split('\n\n').flatMap((paragraph, i) => [...(i === 0 ? [] : ['']), ...wrapped(paragraph, width)]);
}
