import type { CharSet } from './char-set.js';

/** A regular expression as a tree. */
export type RegexNode =
  | { readonly type: 'empty' }
  | { readonly type: 'set'; readonly set: CharSet; readonly literal: string | undefined }
  | { readonly type: 'assert'; readonly what: Assertion }
  | { readonly type: 'sequence'; readonly of: readonly RegexNode[] }
  | { readonly type: 'choice'; readonly of: readonly RegexNode[] }
  | {
      readonly type: 'repeat';
      readonly of: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    };

export type Assertion = 'start' | 'end' | 'line-start' | 'line-end' | 'boundary' | 'no-boundary';

export const EMPTY: RegexNode = { type: 'empty' };

/** What of a regular expression's flags changes what it means. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly unicode: boolean;
}

/** Why a text cannot be used as a pattern, and where in it, in UTF-16 code units. */
export interface PatternProblem {
  readonly at: number;
  readonly message: string;
  /** `invalid`: ECMAScript refuses it too. `unsupported`: it may be a regular expression, but not one that can be used here. */
  readonly kind: 'invalid' | 'unsupported';
}

/** Gets a problem out of the recursion, and nowhere else. */
export class RefusedPattern extends Error {
  readonly problem: PatternProblem;

  constructor(problem: PatternProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Parts one after the other. */
export function sequenceOf(parts: readonly RegexNode[]): RegexNode {
  const of = parts.filter(({ type }) => type !== 'empty');
  return of.length > 1 ? { type: 'sequence', of } : (of[0] ?? EMPTY);
}

/** What repeats nothing, or not at all, is nothing: so each repetition that is left makes steps, and their limit holds. */
export function repeatOf(of: RegexNode, times: { min: number; max: number; isLazy: boolean }): RegexNode {
  return of.type === 'empty' || times.max === 0 ? EMPTY : { type: 'repeat', of, ...times };
}
