import { escapeUnsafe } from '../wire/plain-text.js';

/** Escapes text so that Markdown shows it literally. The text has to be safe for a terminal already. */
export function plainMarkdown(text: string): string {
  // a line of = or - would turn the line before it into a heading
  return text.replaceAll(/[\\`*_{}[\]<>#|~&]|^[-+=]/g, (character) => `\\${character}`);
}

/** Text as inline code: the fence is longer than any run of backticks in it. */
export function inCode(text: string): string {
  const fence = fenceFor(text, 1);
  const inside = escapeUnsafe(text);
  return text.includes('`') ? `${fence} ${inside} ${fence}` : `${fence}${inside}${fence}`;
}

/** Text as a block of code. Newlines and tabs stay. */
export function inCodeBlock(text: string, language = ''): string {
  const fence = fenceFor(text, 3);
  const inside = text.replaceAll(/[^\n\t]+/g, escapeUnsafe);
  return `${fence}${language}\n${inside.endsWith('\n') ? inside : `${inside}\n`}${fence}\n`;
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
