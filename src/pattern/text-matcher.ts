import { backwardAutomaton, searchAutomaton, STEP_LIMIT, type Automaton } from './automaton.js';
import type { CharSet } from './char-set.js';
import { LazyDfa, type DfaOptions, type Wanted } from './lazy-dfa.js';
import type { PatternProblem, RegexNode } from './regex-node.js';
import { requiredWords } from './required-words.js';

const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Where a match stands, in UTF-16 code units. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

type Alphabet = Omit<DfaOptions, 'wanted'>;

/** Says whether a text has a pattern, and where, in time in proportion to the text. */
export class TextMatcher {
  readonly #node: RegexNode;
  readonly #alphabet: Alphabet;
  readonly #any: LazyDfa;
  /** Made when first asked where a match stands. */
  #ends: LazyDfa | undefined;
  #starts: LazyDfa | undefined;

  private constructor(node: RegexNode, any: LazyDfa, alphabet: Alphabet) {
    this.#node = node;
    this.#any = any;
    this.#alphabet = alphabet;
  }

  static of(node: RegexNode, alphabet: { isUnicode: boolean; word: CharSet }): TextMatcher | PatternProblem {
    const automaton = searchAutomaton(node);
    if (automaton === undefined) {
      return {
        at: 0,
        message: `the pattern is larger than ${STEP_LIMIT} steps, repetitions counted`,
        kind: 'unsupported',
      };
    }
    return new TextMatcher(node, new LazyDfa(automaton, { ...alphabet, wanted: 'any' }), alphabet);
  }

  /** The longest words without which no text has the pattern; empty where there are none. Case may differ. */
  get words(): string {
    return requiredWords(this.#node);
  }

  isIn(text: string): boolean {
    return this.#any.endsAt(this.#any.run(this.#any.start, text));
  }

  /** The same for UTF-8; what is none is U+FFFD. */
  isInBytes(bytes: Uint8Array): boolean {
    const row = this.#any.runAscii(this.#any.start, bytes);
    return row === undefined ? this.isIn(lossyDecoder.decode(bytes)) : this.#any.endsAt(row);
  }

  /** The same for UTF-8 that is too much to be held: yields after each piece, and returns whether it is in them. */
  *isInPieces(pieces: Iterable<Uint8Array>): Generator<undefined, boolean> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const dfa = this.#any;
    // not its row: while this waits, others may use this matcher, and rows be given anew
    let state = dfa.stateAt(dfa.start);
    const goOn = (text: string): boolean => {
      const row = dfa.run(state === undefined ? dfa.start : dfa.rowOf(state), text);
      state = dfa.stateAt(row);
      return row < 0;
    };
    for (const piece of pieces) {
      if (goOn(decoder.decode(piece, { stream: true }))) return true;
      yield undefined;
    }
    if (goOn(decoder.decode())) return true;
    return dfa.endsAt(state === undefined ? dfa.start : dfa.rowOf(state));
  }

  /** Where the first match of a text stands: the same as `RegExp.exec` finds. */
  find(text: string): Found | undefined {
    if (!this.isIn(text)) return undefined;
    this.#ends ??= this.#dfa(searchAutomaton(this.#node), 'first');
    this.#starts ??= this.#dfa(backwardAutomaton(this.#node), 'longest');
    const end = this.#ends.lastEnd(text);
    const start = end === undefined ? undefined : this.#starts.firstStart(text, end);
    return end === undefined || start === undefined ? undefined : { start, end };
  }

  #dfa(automaton: Automaton | undefined, wanted: Wanted): LazyDfa {
    // as large as the one that was made at the start
    if (automaton === undefined) throw new RangeError('a pattern has grown');
    return new LazyDfa(automaton, { ...this.#alphabet, wanted });
  }
}
