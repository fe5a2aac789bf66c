import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** README and every page of docs, relative to the repository. */
export function documentedPages(): string[] {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...pages.map((name) => `docs/${name}`)];
}

/** A block of code in a page. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** What the comments right above it say: `<!-- not run: WHY -->`, or `<!-- not run, WORD: WHY -->` for the lines with a word. */
  readonly notRun: readonly NotRun[];
}

interface NotRun {
  /** Undefined: the whole block. */
  readonly word: string | undefined;
  readonly reason: string;
}

const BLOCK = /((?:^<!-- not run.*-->\n+)*)^```(\w+)\n([^]*?)^```$/gm;
const MARK = /^<!-- not run(?:, (.+?))?: (.+) -->$/gm;

/** The blocks of a page that name a language, in order. */
export function codeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(BLOCK), ([, marks = '', language = '', block = '']) => ({
    language,
    text: block.trimEnd(),
    notRun: Array.from(marks.matchAll(MARK), ([, word, reason = '']) => ({ word, reason })),
  }));
}

/** A line that a reader would type, or a CI server run. */
export interface CommandLine {
  readonly page: string;
  readonly text: string;
  /** Why no test types it; undefined where one does. */
  readonly notRun: string | undefined;
}

/** The command lines of a page: those of shell blocks, and those of `turntable` in the YAML of a CI server. */
export function commandLines(page: string): CommandLine[] {
  return codeBlocks(page).flatMap((block) => {
    const lines = linesOf(block);
    const idle = block.notRun.find(({ word }) => !lines.some((line) => line.includes(word ?? '')));
    if (idle !== undefined)
      throw new Error(`${page}: no line with ${idle.word ?? ''} follows "not run, ${idle.word ?? ''}"`);
    return lines.map((text) => ({
      page,
      text,
      notRun: block.notRun.find(({ word }) => text.includes(word ?? ''))?.reason,
    }));
  });
}

function linesOf({ language, text }: CodeBlock): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  if (language === 'sh') return lines;
  if (language !== 'yaml') return [];
  return lines.flatMap((line) => /^\s*- (?:run: )?(turntable .*)$/.exec(line)?.[1] ?? []);
}
