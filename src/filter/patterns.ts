import type { NamePattern, TextPattern } from './filter.js';
import { STEP_LIMIT } from '../pattern/automaton.js';
import {
  globNode,
  isRegexProblem,
  parseRegex,
  wordsNode,
  type RegexNode,
  type RegexProblem,
} from '../pattern/parse-regex.js';
import { requiredWords } from '../pattern/required-words.js';
import { TextMatcher } from '../pattern/text-matcher.js';

type Pattern = NamePattern | TextPattern;

/** A pattern is compiled once, however many frames it is asked of. */
const matchers = new WeakMap<Pattern, TextMatcher>();

/** Why a pattern cannot be used; undefined where it can. */
export function problemOf(pattern: Pattern): RegexProblem | undefined {
  const node = nodeOf(pattern);
  if (isRegexProblem(node)) return node;
  const matcher = TextMatcher.of(node);
  if (matcher === undefined)
    return { at: 0, message: `this is too large: at most ${STEP_LIMIT} characters and repetitions` };
  matchers.set(pattern, matcher);
  return undefined;
}

/** @throws {RangeError} for a pattern with a problem: no parser makes one */
export function matcherOf(pattern: Pattern): TextMatcher {
  const problem = matchers.has(pattern) ? undefined : problemOf(pattern);
  const matcher = matchers.get(pattern);
  if (matcher === undefined) throw new RangeError(problem?.message);
  return matcher;
}

/** The longest words without which no text has the pattern; empty where there are none. Case may differ. */
export function wordsIn(pattern: Pattern): string {
  const node = nodeOf(pattern);
  return isRegexProblem(node) ? '' : requiredWords(node);
}

function nodeOf(pattern: Pattern): RegexNode | RegexProblem {
  if (pattern.type === 'regex') return parseRegex(pattern.source, pattern.ignoreCase);
  return pattern.type === 'glob' ? globNode(pattern.glob) : wordsNode(pattern.words, true);
}
