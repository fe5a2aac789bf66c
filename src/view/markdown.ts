/** Text as inline code: the fence is longer than any run of backticks in it. */
export function inCode(text: string): string {
  const fence = fenceFor(text, 1);
  const inside = text.replaceAll(/\s+/g, ' ');
  return text.includes('`') ? `${fence} ${inside} ${fence}` : `${fence}${inside}${fence}`;
}

/** Text as a block of code. */
export function inCodeBlock(text: string, language = ''): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}\n`;
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
