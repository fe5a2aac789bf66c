import { compileGlob, compileRegex, compileWords } from '../pattern/compile-pattern.js';
import type { PatternProblem } from '../pattern/regex-node.js';
import { TextMatcher } from '../pattern/text-matcher.js';
import type { NamePattern, TextPattern } from './filter.js';

type Pattern = NamePattern | TextPattern;

/** Compiled patterns: each is compiled once, for any number of frames. */
const matchers = new WeakMap<Pattern, TextMatcher>();

/** Why a pattern cannot be used; undefined if it can. */
export function problemOf(pattern: Pattern): PatternProblem | undefined {
  const made = compiled(pattern);
  if (!(made instanceof TextMatcher)) return made;
  matchers.set(pattern, made);
  return undefined;
}

/** @throws {RangeError} for an invalid pattern, which the parser never produces */
export function matcherOf(pattern: Pattern): TextMatcher {
  const problem = matchers.has(pattern) ? undefined : problemOf(pattern);
  const matcher = matchers.get(pattern);
  if (matcher === undefined) throw new RangeError(problem?.message);
  return matcher;
}

/** The longest text that every match of the pattern contains, perhaps in another case; empty if there is none. */
export function wordsIn(pattern: Pattern): string {
  return matcherOf(pattern).words;
}

function compiled(pattern: Pattern): TextMatcher | PatternProblem {
  if (pattern.type === 'regex') return compileRegex(pattern.source, pattern.flags);
  return pattern.type === 'glob' ? compileGlob(pattern.glob) : compileWords(pattern.words, { ignoreCase: true });
}
