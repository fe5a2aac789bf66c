import { nearestOf } from '../acp/schema/spelling.js';
import { ALIASES, FIELD_NAMED } from './filter-fields.js';
import type { Filter } from './filter.js';
import { NoFilter, type FilterProblem } from './filter-problem.js';
import { lexFilter, type OpenQuote, type Token, type TokenPlace } from './lex-filter.js';
import { conditionOf, textCondition } from './read-condition.js';

export type ParsedFilter =
  { readonly ok: true; readonly filter: Filter } | { readonly ok: false; readonly problem: FilterProblem };

/** The deepest nesting of brackets and `not` that is accepted, because they are parsed by recursion. */
const DEPTH_LIMIT = 100;

/**
 * Parses a filter:
 *
 * expr = and { ("or" | "|") and } ; and = not { ["and" | "&"] not } ; not = ["not" | "!"] ( atom | "(" expr ")" ) atom = field ":" value |
 * field (">" | "<" | ">=" | "<=") value | field "~" /regex/ | "quoted text" | word | /regex/
 */
export function parseFilter(text: string): ParsedFilter {
  const parser = new FilterParser(text);
  try {
    return { ok: true, filter: parser.parse() };
  } catch (thrown) {
    if (thrown instanceof NoFilter) return { ok: false, problem: thrown.problem };
    throw thrown;
  }
}

class FilterParser {
  readonly #text: string;
  readonly #tokens: readonly (Token | OpenQuote)[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = lexFilter(text);
  }

  parse(): Filter {
    const filter = this.#or();
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw new NoFilter(rest, 'no ( for this )');
    return filter;
  }

  #or(): Filter {
    const of = [this.#and()];
    while (this.#take('or')) of.push(this.#and());
    const [only, second] = of;
    return only !== undefined && second === undefined ? only : { type: 'or', of };
  }

  #and(): Filter {
    const of = [this.#not()];
    for (let next = this.#tokens[this.#at]; next !== undefined; next = this.#tokens[this.#at]) {
      if (next.type === 'or' || next.type === ')') break;
      this.#take('and');
      of.push(this.#not());
    }
    const [only, second] = of;
    return only !== undefined && second === undefined ? only : { type: 'and', of };
  }

  #not(): Filter {
    const next = this.#tokens[this.#at];
    this.#depth += 1;
    if (next !== undefined && this.#depth > DEPTH_LIMIT) throw new NoFilter(next, 'too many nested parentheses');
    const filter: Filter = this.#take('not') ? { type: 'not', of: this.#not() } : this.#bracketed();
    this.#depth -= 1;
    return filter;
  }

  #bracketed(): Filter {
    const open = this.#tokens[this.#at];
    if (!this.#take('(')) return this.#atom();
    const filter = this.#or();
    if (!this.#take(')')) throw new NoFilter(open ?? this.#end(), 'no ) for this (');
    return filter;
  }

  #atom(): Filter {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NoFilter(this.#end(), this.#missing());
    this.#at += 1;
    switch (token.type) {
      case 'value':
        return textCondition(token.value);
      case 'field':
        return this.#field(token);
      case 'alias':
        return this.#alias(token);
      case 'open-quote':
        throw new NoFilter(token, 'no closing quote for this one');
      default:
        throw new NoFilter(token, this.#missing());
    }
  }

  #field(token: Extract<Token, { type: 'field' }>): Filter {
    const name = token.name.toLowerCase();
    const field = FIELD_NAMED.get(name);
    if (field !== undefined) return conditionOf(this.#text, field, token);
    const place = { start: token.start, end: token.start + token.name.length };
    const nearest = nearestOf(name, [...FIELD_NAMED.keys()]);
    const fields = [...FIELD_NAMED.values()].map((each) => each.name);
    const meant =
      nearest === undefined ? `the fields are ${[...new Set(fields)].join(', ')}` : `did you mean ${nearest}?`;
    throw new NoFilter(place, `unknown field ${token.name}; ${meant} (to search for text, quote it)`);
  }

  /** Parses a short form: `~m session/new` is `method:session/new`. */
  #alias(token: Extract<Token, { type: 'alias' }>): Filter {
    const stands = Object.hasOwn(ALIASES, token.letter) ? (ALIASES[token.letter] ?? '') : '';
    if (stands === '') throw new NoFilter(token, `after ~, use one of ${Object.keys(ALIASES).join(' ')}`);
    const [name = '', value = ''] = stands.split(':');
    const field = FIELD_NAMED.get(name);
    if (field === undefined) throw new RangeError(`no field ${name}`);
    const place = { start: token.start, end: token.end };
    if (value !== '') {
      const word = { type: 'word', text: value, ...place } as const;
      return conditionOf(this.#text, field, { name, operator: ':', value: word, ...place });
    }
    const next = this.#tokens[this.#at];
    const isValue = next?.type === 'value';
    if (isValue) this.#at += 1;
    return conditionOf(this.#text, field, { name, operator: ':', value: isValue ? next.value : undefined, ...place });
  }

  #take(type: Token['type']): boolean {
    const isThere = this.#tokens[this.#at]?.type === type;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #end(): TokenPlace {
    return { start: this.#text.length, end: this.#text.length + 1 };
  }

  #missing(): string {
    return 'a field with its value, or a text, is missing here';
  }
}
