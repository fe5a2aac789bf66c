import type { TokenPlace } from './lex-filter.js';

/** Why a text is no filter: what is allowed at a place in it. */
export interface FilterProblem extends TokenPlace {
  readonly message: string;
}

/** Gets a problem out of the recursion of the parser, and nowhere else. */
export class NoFilter extends Error {
  readonly problem: FilterProblem;

  constructor({ start, end }: TokenPlace, message: string) {
    super(message);
    this.problem = { start, end, message };
  }
}

/** A line to stand below the text of a filter: `^^^` under what is wrong with it, and what is allowed there. */
export function problemLine(text: string, { start, end, message }: FilterProblem): string {
  const length = Math.max(1, Math.min(end, text.length) - start);
  return `${' '.repeat(start)}${'^'.repeat(length)} ${message}`;
}
