import type { TokenPlace } from './lex-filter.js';

/** Why a text is not a valid filter: a place in it, and what is allowed there. */
export interface FilterProblem extends TokenPlace {
  readonly message: string;
}

/** Carries a problem out of the recursive parser; it is never thrown further. */
export class NoFilter extends Error {
  readonly problem: FilterProblem;

  constructor({ start, end }: TokenPlace, message: string) {
    super(message);
    this.problem = { start, end, message };
  }
}

/** A line to print below a filter: `^^^` under the wrong part, and what is allowed there. */
export function problemLine(text: string, { start, end, message }: FilterProblem): string {
  const length = Math.max(1, Math.min(end, text.length) - start);
  return `${' '.repeat(start)}${'^'.repeat(length)} ${message}`;
}
