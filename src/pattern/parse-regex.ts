import { ignoringCase } from './case-folding.js';
import { ANY, complement, NOT_LINE_END, one, union, type CharSet } from './char-set.js';
import { readEscape } from './regex-escape.js';
import {
  EMPTY,
  RefusedPattern,
  repeatOf,
  sequenceOf,
  type PatternProblem,
  type RegexFlags,
  type RegexNode,
} from './regex-node.js';
import { RegexScanner } from './regex-scanner.js';

/** Longer patterns are refused before they are read. */
const LENGTH_LIMIT = 10_000;
/** More characters, classes and alternatives than this are refused while they are read. */
const PART_LIMIT = 1_000;
/** More groups in each other than this are refused: they are read by recursion. */
const DEPTH_LIMIT = 50;
const REPEAT_LIMIT = 1_000;

/**
 * Reads a regular expression of ECMAScript. Look-around and back-references are problems: no automaton can do them. Without
 * the flag `u` so are escapes that mean the letter itself or an octal number: there the reader expects something else.
 */
export function parseRegex(source: string, flags: RegexFlags): RegexNode | PatternProblem {
  if (source.length > LENGTH_LIMIT) {
    return { at: 0, message: `the pattern is longer than ${LENGTH_LIMIT} characters`, kind: 'unsupported' };
  }
  try {
    return new RegexParser(source, flags).parse();
  } catch (thrown) {
    if (thrown instanceof RefusedPattern) return thrown.problem;
    throw thrown;
  }
}

export function isPatternProblem(result: object): result is PatternProblem {
  return 'message' in result;
}

class RegexParser {
  readonly #scanner: RegexScanner;
  readonly #flags: RegexFlags;
  readonly #groupNames = new Set<string>();
  #depth = 0;
  #parts = 0;

  constructor(source: string, flags: RegexFlags) {
    this.#scanner = new RegexScanner(source, flags.unicode);
    this.#flags = flags;
  }

  parse(): RegexNode | PatternProblem {
    const node = this.#choice();
    if (this.#scanner.peek() !== '') throw this.#scanner.invalid('this ) has no (', this.#scanner.at);
    return this.#scanner.unsupported ?? node;
  }

  #choice(): RegexNode {
    const of = [this.#sequence()];
    while (this.#scanner.take('|')) {
      this.#countPart();
      of.push(this.#sequence());
    }
    const [only = EMPTY] = of;
    return of.every(({ type }) => type === 'empty') ? EMPTY : of.length === 1 ? only : { type: 'choice', of };
  }

  #sequence(): RegexNode {
    const of: RegexNode[] = [];
    for (let next = this.#scanner.peek(); next !== '' && next !== '|' && next !== ')'; next = this.#scanner.peek()) {
      of.push(this.#repeated());
    }
    return sequenceOf(of);
  }

  #repeated(): RegexNode {
    this.#countPart();
    const { node, repeats } = this.#atom();
    const behind = this.#scanner.at;
    const bounds = this.#quantifier();
    if (bounds === undefined) return node;
    if (!repeats) throw this.#scanner.invalid('nothing to repeat', behind);
    if (bounds.min > bounds.max) throw this.#scanner.invalid('the numbers in {} are out of order', behind);
    if (bounds.min > REPEAT_LIMIT || (bounds.max > REPEAT_LIMIT && bounds.max !== Infinity)) {
      this.#scanner.notSupported(`at most ${REPEAT_LIMIT} repetitions are supported`, behind);
      return EMPTY;
    }
    const isLazy = this.#scanner.take('?');
    return repeatOf(node, { ...bounds, isLazy });
  }

  #quantifier(): { readonly min: number; readonly max: number } | undefined {
    if (this.#scanner.take('*')) return { min: 0, max: Infinity };
    if (this.#scanner.take('+')) return { min: 1, max: Infinity };
    if (this.#scanner.take('?')) return { min: 0, max: 1 };
    const [all, min, comma, max] = this.#scanner.match(/\{(\d+)(,?)(\d*)\}/y) ?? [];
    if (all === undefined) return undefined;
    const least = Number(min);
    return { min: least, max: comma === '' ? least : max === '' ? Infinity : Number(max) };
  }

  /** One character, class, group or assertion, and whether it may be repeated. */
  #atom(): { readonly node: RegexNode; readonly repeats: boolean } {
    const start = this.#scanner.at;
    const code = this.#scanner.next() ?? 0;
    const assertion = (what: Extract<RegexNode, { type: 'assert' }>['what']) =>
      ({ node: { type: 'assert', what }, repeats: false }) as const;
    switch (String.fromCodePoint(code)) {
      case '.':
        return repeatable(setNode(this.#flags.dotAll ? ANY : NOT_LINE_END));
      case '^':
        return assertion(this.#flags.multiline ? 'line-start' : 'start');
      case '$':
        return assertion(this.#flags.multiline ? 'line-end' : 'end');
      case '(':
        return this.#group(start);
      case '[':
        return repeatable(this.#class(start));
      case '\\':
        if (this.#scanner.take('b')) return assertion('boundary');
        if (this.#scanner.take('B')) return assertion('no-boundary');
        return repeatable(this.#escape(start));
      case '*':
      case '+':
      case '?':
        throw this.#scanner.invalid('nothing to repeat', start);
      case '{':
        if (this.#flags.unicode || /^\{\d+,?\d*\}/.test(this.#scanner.source.slice(start))) {
          throw this.#scanner.invalid('nothing to repeat', start);
        }
        return repeatable(this.#character(code));
      case '}':
      case ']':
        if (this.#flags.unicode) throw this.#scanner.invalid('with the flag u, this needs a \\ before it', start);
        return repeatable(this.#character(code));
      default:
        return repeatable(this.#character(code));
    }
  }

  #group(start: number): { readonly node: RegexNode; readonly repeats: boolean } {
    const around = this.#scanner.match(/\?<?[=!]/y)?.[0];
    if (around !== undefined) {
      const name = around.includes('<') ? 'look-behind' : 'look-ahead';
      this.#scanner.notSupported(`${name} (${around} is not supported`, start);
    } else if (!this.#scanner.take('?:') && this.#scanner.peek() === '?') this.#openedGroup(start);
    this.#depth += 1;
    if (this.#depth > DEPTH_LIMIT) throw this.#scanner.beyond(`more than ${DEPTH_LIMIT} nested groups`, start);
    const node = this.#choice();
    this.#depth -= 1;
    if (!this.#scanner.take(')')) throw this.#scanner.invalid('this ( has no )', start);
    return { node, repeats: around === undefined || (!this.#flags.unicode && !around.includes('<')) };
  }

  /** A group that has a name, or flags of its own. */
  #openedGroup(start: number): void {
    if (this.#scanner.match(/\?[ims]*-?[ims]*:/y) !== undefined) {
      this.#scanner.notSupported('flags of a group are not supported', start);
      return;
    }
    const name = this.#scanner.match(/\?<([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)>/uy)?.[1];
    if (name === undefined) {
      if (/^\?<[^>]*\\u/.test(this.#scanner.source.slice(start + 1))) {
        throw this.#scanner.beyond('escapes in the name of a group are not supported', start);
      }
      throw this.#scanner.invalid('unknown kind of group', start);
    }
    if (this.#groupNames.has(name)) this.#scanner.notSupported(`two groups are named ${name}`, start);
    this.#groupNames.add(name);
  }

  #escape(start: number): RegexNode {
    const reference = this.#scanner.match(/[1-9]\d*|k(?:<[^>]*>)?/y)?.[0];
    if (reference !== undefined) {
      this.#scanner.notSupported(`the back-reference \\${reference} is not supported`, start);
      return EMPTY;
    }
    const escaped = readEscape(this.#scanner, this.#flags, start);
    return typeof escaped === 'number' ? this.#character(escaped) : setNode(escaped);
  }

  #class(start: number): RegexNode {
    const isNegated = this.#scanner.take('^');
    const sets: CharSet[] = [];
    while (!this.#scanner.take(']')) {
      const from = this.#classAtom(start);
      const dash = this.#scanner.at;
      const isRange = this.#scanner.peek() === '-' && !this.#scanner.source.startsWith('-]', dash);
      if (isRange) this.#scanner.take('-');
      const to = isRange ? this.#classAtom(start) : from;
      if (typeof from === 'number' && typeof to === 'number') {
        if (to < from) throw this.#scanner.invalid('the range is out of order', dash - 1);
        sets.push([from, to]);
        continue;
      }
      if (isRange && this.#flags.unicode) throw this.#scanner.invalid('a range needs a character at both ends', dash);
      // as in ECMAScript, a dash beside a set of characters is a dash
      for (const each of isRange ? [from, 0x2d, to] : [from]) sets.push(typeof each === 'number' ? one(each) : each);
    }
    const set = this.#flags.ignoreCase ? ignoringCase(union(sets), this.#flags.unicode) : union(sets);
    return setNode(isNegated ? complement(set) : set);
  }

  #classAtom(start: number): number | CharSet {
    const at = this.#scanner.at;
    const code = this.#scanner.next();
    if (code === undefined) throw this.#scanner.invalid('this [ has no ]', start);
    if (code !== 0x5c) return code;
    if (this.#scanner.take('b')) return 8;
    if (this.#scanner.take('-')) return 0x2d;
    return readEscape(this.#scanner, this.#flags, at);
  }

  #character(code: number): RegexNode {
    const { ignoreCase, unicode } = this.#flags;
    const set = ignoreCase ? ignoringCase(one(code), unicode) : one(code);
    return { type: 'set', set, literal: String.fromCodePoint(code) };
  }

  #countPart(): void {
    this.#parts += 1;
    if (this.#parts > PART_LIMIT) {
      throw this.#scanner.beyond(`more than ${PART_LIMIT} characters, classes and alternatives`, this.#scanner.at);
    }
  }
}

function repeatable(node: RegexNode): { readonly node: RegexNode; readonly repeats: true } {
  return { node, repeats: true };
}

function setNode(set: CharSet): RegexNode {
  return { type: 'set', set, literal: undefined };
}
