import { ignoringCase } from './case-folding.js';
import { ANY, one, WORD } from './char-set.js';
import { isPatternProblem, parseRegex } from './parse-regex.js';
import { wordSet } from './regex-escape.js';
import type { PatternProblem, RegexNode } from './regex-node.js';
import { TextMatcher } from './text-matcher.js';

/**
 * The one door for patterns that are not our own: filters, searches, headers of fixtures, schemas off the wire. What it
 * makes takes time in proportion to the text; what it cannot make that of is a problem.
 *
 * @param source of ECMAScript
 * @param flags of `i`, `m`, `s`, `u`
 */
export function compileRegex(source: string, flags: string): TextMatcher | PatternProblem {
  const problem = problemOfFlags(source, flags);
  if (problem !== undefined) return problem;
  const [ignoreCase, multiline, dotAll, unicode] = Array.from('imsu', (flag) => flags.includes(flag)) as Four;
  const meaning = { ignoreCase, multiline, dotAll, unicode };
  const node = parseRegex(source, meaning);
  return isPatternProblem(node) ? node : TextMatcher.of(node, { isUnicode: unicode, word: wordSet(meaning) });
}

/** A text that is found as it is. */
export function compileWords(
  words: string,
  { ignoreCase }: { readonly ignoreCase: boolean },
): TextMatcher | PatternProblem {
  return TextMatcher.of(wordsNode(words, ignoreCase), PLAIN);
}

/** A whole name, with `*` for any text. */
export function compileGlob(glob: string): TextMatcher | PatternProblem {
  const any: RegexNode = { type: 'repeat', of: anything, min: 0, max: Infinity, isLazy: false };
  const of = glob.split('*').flatMap((part, i) => (i === 0 ? [wordsNode(part, false)] : [any, wordsNode(part, false)]));
  return TextMatcher.of({ type: 'sequence', of: [atStart, ...of, atEnd] }, PLAIN);
}

/** A problem in words, with its place in the pattern. */
export function problemText(source: string, { at, message }: PatternProblem): string {
  return at < source.length ? `${message} (at character ${at + 1} of ${source.length})` : message;
}

type Four = [boolean, boolean, boolean, boolean];

const PLAIN = { isUnicode: false, word: WORD };
const anything: RegexNode = { type: 'set', set: ANY, literal: undefined };
const atStart: RegexNode = { type: 'assert', what: 'start' };
const atEnd: RegexNode = { type: 'assert', what: 'end' };

function problemOfFlags({ length }: string, flags: string): PatternProblem | undefined {
  const wrong = Array.from(flags).findIndex((flag, i) => !'imsu'.includes(flag) || flags.indexOf(flag) < i);
  if (wrong === -1) return undefined;
  const flag = flags[wrong] ?? '';
  const isTwice = flags.indexOf(flag) < wrong;
  const kind = !isTwice && 'dgvy'.includes(flag) ? 'unsupported' : 'invalid';
  const message = isTwice ? `the flag ${flag} is repeated` : `unknown flag ${flag}; the flags are i, m, s and u`;
  // in /source/flags
  return { at: length + 1 + wrong, message, kind };
}

function wordsNode(words: string, ignoreCase: boolean): RegexNode {
  const of = Array.from({ length: words.length }, (_, i): RegexNode => {
    const set = one(words.charCodeAt(i));
    return { type: 'set', set: ignoreCase ? ignoringCase(set, false) : set, literal: words[i] };
  });
  return { type: 'sequence', of };
}
