import {
  ANY,
  complement,
  DIGITS,
  ignoringCase,
  NOT_LINE_END,
  one,
  SPACE,
  union,
  WORD,
  type CharSet,
} from './char-set.js';

/** A regular expression as a tree. */
export type RegexNode =
  | { readonly type: 'empty' }
  | { readonly type: 'set'; readonly set: CharSet; readonly literal: string | undefined }
  | { readonly type: 'assert'; readonly what: Assertion }
  | { readonly type: 'sequence'; readonly of: readonly RegexNode[] }
  | { readonly type: 'choice'; readonly of: readonly RegexNode[] }
  | { readonly type: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number };

export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary';

/** Why a text is no regular expression that can be used here, and where in it. */
export interface RegexProblem {
  readonly at: number;
  readonly message: string;
}

/** More groups in each other than this are refused: they are read by recursion. */
const DEPTH_LIMIT = 50;
const REPEAT_LIMIT = 1_000;

const SHORTHANDS: Readonly<Record<string, CharSet>> = {
  d: DIGITS,
  w: WORD,
  s: SPACE,
  D: complement(DIGITS),
  W: complement(WORD),
  S: complement(SPACE),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/**
 * Reads a regular expression of ECMAScript (without flags but `i`). What no automaton can do is a problem: looking around
 * and back references.
 */
export function parseRegex(source: string, ignoreCase: boolean): RegexNode | RegexProblem {
  try {
    return new RegexParser(source, ignoreCase).parse();
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.problem;
    throw thrown;
  }
}

export function isRegexProblem(result: RegexNode | RegexProblem): result is RegexProblem {
  return 'message' in result;
}

/** Gets a problem out of the recursion, and nowhere else. */
class Refused extends Error {
  readonly problem: RegexProblem;

  constructor(problem: RegexProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

class RegexParser {
  readonly #source: string;
  readonly #ignoreCase: boolean;
  #at = 0;
  #depth = 0;

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source;
    this.#ignoreCase = ignoreCase;
  }

  parse(): RegexNode {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw this.#refuse('there is no ( for this )');
    return node;
  }

  #choice(): RegexNode {
    const of = [this.#sequence()];
    while (this.#take('|')) of.push(this.#sequence());
    return of.length === 1 ? (of[0] ?? EMPTY) : { type: 'choice', of };
  }

  #sequence(): RegexNode {
    const of: RegexNode[] = [];
    for (let next = this.#peek(); next !== '' && next !== '|' && next !== ')'; next = this.#peek()) {
      of.push(this.#repeated());
    }
    return of.length === 1 ? (of[0] ?? EMPTY) : { type: 'sequence', of };
  }

  #repeated(): RegexNode {
    const start = this.#at;
    const of = this.#atom();
    const bounds = this.#quantifier();
    if (bounds === undefined) return of;
    if (of.type === 'assert' && this.#source[start] !== '(') throw this.#refuse('there is nothing to repeat', start);
    if (bounds.min > bounds.max) throw this.#refuse('the numbers are out of order', start);
    this.#take('?');
    return { type: 'repeat', of, ...bounds };
  }

  #quantifier(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Infinity };
    if (this.#take('+')) return { min: 1, max: Infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    const [all, min, comma, max] = this.#match(/\{(\d+)(,?)(\d*)\}/y) ?? [];
    if (all === undefined) return undefined;
    const least = Number(min);
    const most = comma === '' ? least : max === '' ? Infinity : Number(max);
    if (least > REPEAT_LIMIT || (most !== Infinity && most > REPEAT_LIMIT)) {
      throw this.#refuse(`at most ${REPEAT_LIMIT} repetitions`, this.#at - all.length);
    }
    return { min: least, max: most };
  }

  #atom(): RegexNode {
    const start = this.#at;
    const next = this.#next();
    switch (next) {
      case '.':
        return { type: 'set', set: NOT_LINE_END, literal: undefined };
      case '^':
        return { type: 'assert', what: 'start' };
      case '$':
        return { type: 'assert', what: 'end' };
      case '(':
        return this.#group(start);
      case '[':
        return this.#class(start);
      case '\\':
        return this.#escape(start);
      case '*':
      case '+':
      case '?':
        throw this.#refuse('there is nothing to repeat', start);
      case '{':
        if (/^\{\d+,?\d*\}/.test(this.#source.slice(start))) throw this.#refuse('there is nothing to repeat', start);
        return this.#character('{');
      default:
        return this.#character(next);
    }
  }

  #group(start: number): RegexNode {
    if (this.#match(/\?<?[=!]/y) !== undefined) throw this.#refuse('looking around is not possible here', start);
    if (this.#match(/\?(?::|<[\p{L}_$][\p{L}\d_$]*>)/uy) === undefined && this.#peek() === '?') {
      throw this.#refuse('there is no such group', start);
    }
    this.#depth += 1;
    if (this.#depth > DEPTH_LIMIT) throw this.#refuse('too many groups in each other', start);
    const node = this.#choice();
    this.#depth -= 1;
    if (!this.#take(')')) throw this.#refuse('there is no ) for this (', start);
    return node;
  }

  #escape(start: number): RegexNode {
    const next = this.#peek();
    if (next === 'b' || next === 'B') {
      this.#at += 1;
      return { type: 'assert', what: next === 'b' ? 'boundary' : 'no-boundary' };
    }
    if (/[1-9k]/.test(next)) throw this.#refuse('back references are not possible here', start);
    const escaped = this.#escaped(start);
    return typeof escaped === 'number'
      ? this.#character(String.fromCharCode(escaped))
      : { type: 'set', set: escaped, literal: undefined };
  }

  /** What stands behind a backslash, in a class or not: a character or a set of them. */
  #escaped(start: number): number | CharSet {
    const next = this.#next();
    const shorthand = Object.hasOwn(SHORTHANDS, next) ? SHORTHANDS[next] : undefined;
    if (shorthand !== undefined) return shorthand;
    if (next === '0' && /\d/.test(this.#peek())) throw this.#refuse('there is no such escape', start);
    if (Object.hasOwn(CONTROLS, next)) return CONTROLS[next] ?? 0;
    if (next === 'x' || next === 'u') {
      const hex = this.#match(next === 'x' ? /[\da-f]{2}/iy : /[\da-f]{4}/iy)?.[0];
      if (hex !== undefined) return Number.parseInt(hex, 16);
    }
    if (next === '') throw this.#refuse('a \\ stands before something', start);
    if (/[\p{L}\d]/u.test(next)) throw this.#refuse(`there is no escape \\${next}`, start);
    return next.charCodeAt(0);
  }

  #class(start: number): RegexNode {
    const isNegated = this.#take('^');
    const sets: CharSet[] = [];
    while (!this.#take(']')) {
      if (this.#peek() === '') throw this.#refuse('there is no ] for this [', start);
      const from = this.#classAtom();
      if (typeof from !== 'number' || this.#peek() !== '-' || this.#source[this.#at + 1] === ']') {
        sets.push(typeof from === 'number' ? one(from) : from);
        continue;
      }
      const dash = this.#at;
      this.#at += 1;
      if (this.#peek() === '') throw this.#refuse('there is no ] for this [', start);
      const to = this.#classAtom();
      // as in ECMAScript, a dash beside a set of characters is a dash
      if (typeof to !== 'number') sets.push(one(from), one(0x2d), to);
      else if (to < from) throw this.#refuse('the range is out of order', dash - 1);
      else sets.push([from, to]);
    }
    const set = this.#ignoreCase ? ignoringCase(union(sets)) : union(sets);
    return { type: 'set', set: isNegated ? complement(set) : set, literal: undefined };
  }

  #classAtom(): number | CharSet {
    const start = this.#at;
    const next = this.#next();
    if (next !== '\\') return next.charCodeAt(0);
    if (this.#take('b')) return 8;
    if (this.#take('-')) return 0x2d;
    return this.#escaped(start);
  }

  #character(character: string): RegexNode {
    const set = one(character.charCodeAt(0));
    return { type: 'set', set: this.#ignoreCase ? ignoringCase(set) : set, literal: character };
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const next = this.#peek();
    this.#at += next.length;
    return next;
  }

  #take(wanted: string): boolean {
    const isThere = this.#peek() === wanted;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }

  #refuse(message: string, at = this.#at): Refused {
    return new Refused({ at, message });
  }
}

const EMPTY: RegexNode = { type: 'empty' };

/** Words as a regular expression that is only those. */
export function wordsNode(words: string, ignoreCase: boolean): RegexNode {
  const of = Array.from({ length: words.length }, (_, i): RegexNode => {
    const set = one(words.charCodeAt(i));
    return { type: 'set', set: ignoreCase ? ignoringCase(set) : set, literal: words[i] };
  });
  return { type: 'sequence', of };
}

/** A name with `*` for any text. */
export function globNode(glob: string): RegexNode {
  const any: RegexNode = { type: 'repeat', of: { type: 'set', set: ANY, literal: undefined }, min: 0, max: Infinity };
  const parts = glob.split('*').map((part) => wordsNode(part, false));
  const of = parts.flatMap((part, i) => (i === 0 ? [part] : [any, part]));
  return { type: 'sequence', of: [{ type: 'assert', what: 'start' }, ...of, { type: 'assert', what: 'end' }] };
}
