import { automatonOf, classesOf, type Automaton } from './automaton.js';
import { has, WORD } from './char-set.js';
import type { RegexNode } from './parse-regex.js';

const UNKNOWN = 0;
const MATCH = 1;
const FIRST_STATE = 2;
/** Beyond so many states all are forgotten: they are made again as they are needed. */
const STATE_LIMIT = 500;

/** What stood before: the beginning of the text, a character of a word, another one. */
type Before = 0 | 1 | 2;

interface State {
  readonly steps: readonly number[];
  readonly before: Before;
}

const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Says whether a text holds what a regular expression means. An automaton that is made while it runs: each character is
 * looked at once, whatever the expression is, so none can take longer than the text is long times its steps. (V8's own
 * regular expressions go back, and some of them never come to an end.)
 */
export class TextMatcher {
  readonly #automaton: Automaton;
  readonly #classOf: Uint16Array;
  readonly #samples: readonly number[];
  /** One for each class of characters and one for the end of the text. */
  readonly #stride: number;
  #states: State[] = [];
  #numbers = new Map<string, number>();
  /** Of each state a row: where in the table the row of the next state begins, by what stands there; or UNKNOWN or MATCH. */
  #table = new Int32Array(0);
  #start = 0;

  private constructor(automaton: Automaton) {
    this.#automaton = automaton;
    const { classOf, samples } = classesOf(automaton.steps);
    this.#classOf = classOf;
    this.#samples = samples;
    this.#stride = samples.length + 1;
    this.#forget();
  }

  /** Undefined where the expression is too large. */
  static of(node: RegexNode): TextMatcher | undefined {
    const automaton = automatonOf(node);
    return automaton && new TextMatcher(automaton);
  }

  isIn(text: string): boolean {
    const row = this.#run(this.#start, text);
    return row === MATCH || this.#next(row, this.#stride - 1) === MATCH;
  }

  /** The same for UTF-8; what is none is U+FFFD. */
  isInBytes(bytes: Uint8Array): boolean {
    const classOf = this.#classOf;
    let table = this.#table;
    let row = this.#start;
    // by number: with an iterator a scan takes a quarter longer
    const { length } = bytes;
    for (let i = 0; i < length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (byte >= 0x80) return this.isIn(lossyDecoder.decode(bytes));
      const charClass = classOf[byte] ?? 0;
      let next = table[row + charClass] ?? UNKNOWN;
      if (next <= MATCH) {
        if (next === UNKNOWN) next = this.#discover(row, charClass);
        if (next === MATCH) return true;
        table = this.#table;
      }
      row = next;
    }
    return this.#next(row, this.#stride - 1) === MATCH;
  }

  /** The same for UTF-8 that is too much to be held: yields after each piece, and returns whether it is in them. */
  *isInPieces(pieces: Iterable<Uint8Array>): Generator<undefined, boolean> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    // not its row: while this waits, others may use this matcher, and rows be given anew
    let state = this.#stateOf(this.#start);
    const goOn = (text: string): boolean => {
      const row = this.#run(state === undefined ? this.#start : this.#rowOf(state), text);
      state = this.#stateOf(row);
      return row === MATCH;
    };
    for (const piece of pieces) {
      if (goOn(decoder.decode(piece, { stream: true }))) return true;
      yield undefined;
    }
    if (goOn(decoder.decode())) return true;
    const last = state === undefined ? this.#start : this.#rowOf(state);
    return this.#next(last, this.#stride - 1) === MATCH;
  }

  /** The row of the state behind a text. */
  #run(start: number, text: string): number {
    const classOf = this.#classOf;
    let table = this.#table;
    let row = start;
    for (let i = 0; i < text.length; i += 1) {
      const charClass = classOf[text.charCodeAt(i)] ?? 0;
      let next = table[row + charClass] ?? UNKNOWN;
      if (next <= MATCH) {
        if (next === UNKNOWN) next = this.#discover(row, charClass);
        if (next === MATCH) return MATCH;
        table = this.#table;
      }
      row = next;
    }
    return row;
  }

  #next(row: number, charClass: number): number {
    const known = this.#table[row + charClass] ?? UNKNOWN;
    return known === UNKNOWN ? this.#discover(row, charClass) : known;
  }

  #discover(row: number, charClass: number): number {
    const from = this.#stateOf(row);
    if (from === undefined) throw new RangeError(`no state at ${row}`);
    const isEnd = charClass === this.#stride - 1;
    const code = isEnd ? undefined : (this.#samples[charClass] ?? 0);
    const reached = this.#reached(from, code);
    if (reached === undefined) {
      this.#table[row + charClass] = MATCH;
      return MATCH;
    }
    const before: Before = code !== undefined && has(WORD, code) ? 1 : 2;
    // a match may begin anywhere: the first step is always among them
    const steps = isEnd ? [] : [...new Set([...reached, this.#automaton.start])].sort((a, b) => a - b);
    if (this.#states.length >= STATE_LIMIT) {
      this.#forget();
      return this.#rowOf({ steps, before });
    }
    const next = this.#rowOf({ steps, before });
    this.#table[row + charClass] = next;
    return next;
  }

  #stateOf(row: number): State | undefined {
    return this.#states[row / this.#stride];
  }

  /** The steps behind a character, or undefined where all is found before it. @param code undefined at the end */
  #reached({ steps, before }: State, code: number | undefined): number[] | undefined {
    const seen = new Set<number>();
    const reached: number[] = [];
    const open = [...steps];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const step = this.#automaton.steps[at];
      if (step === undefined) continue;
      if (step.type === 'match') return undefined;
      if (step.type === 'split') open.push(step.next, step.other);
      else if (step.type === 'set') {
        if (code !== undefined && has(step.set, code)) reached.push(step.next);
      } else if (holds(step.what, before, code)) open.push(step.next);
    }
    return reached;
  }

  #rowOf(state: State): number {
    const name = `${state.before} ${state.steps.join(' ')}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known * this.#stride;
    const number = this.#states.push(state) - 1;
    this.#numbers.set(name, number);
    if (this.#table.length < this.#states.length * this.#stride) {
      const larger = new Int32Array(2 * this.#states.length * this.#stride);
      larger.set(this.#table);
      this.#table = larger;
    }
    return number * this.#stride;
  }

  #forget(): void {
    // their rows mean no state
    this.#states = Array.from({ length: FIRST_STATE }, () => ({ steps: [], before: 0 }));
    this.#numbers = new Map();
    this.#table = new Int32Array(8 * this.#stride);
    this.#start = this.#rowOf({ steps: [this.#automaton.start], before: 0 });
  }
}

function holds(what: 'start' | 'end' | 'boundary' | 'no-boundary', before: Before, code: number | undefined): boolean {
  if (what === 'start') return before === 0;
  if (what === 'end') return code === undefined;
  const isBoundary = (before === 1) !== (code !== undefined && has(WORD, code));
  return isBoundary === (what === 'boundary');
}
