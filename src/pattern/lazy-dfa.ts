import type { Automaton } from './automaton.js';
import {
  AT_EDGE,
  BEHIND_LINE_END,
  BEHIND_OTHER,
  BEHIND_WORD,
  charClassesOf,
  type Before,
  type CharClasses,
} from './char-classes.js';
import { has, LINE_ENDS, type CharSet } from './char-set.js';
import type { Assertion } from './regex-node.js';

const UNKNOWN = 0;
/** Of the row of a state that nothing follows. */
const DEAD = 1;
/** Beyond so many states all are forgotten: they are made again as they are needed. */
const STATE_LIMIT = 500;

/** Which match is looked for: any; the one that is first tried, as in ECMAScript; or the one that goes on for longest. */
export type Wanted = 'any' | 'first' | 'longest';

export interface State {
  /** Where the automaton may be, before it is known what comes; in the order of trying, if that matters. */
  readonly steps: Int32Array;
  readonly before: Before;
}

/** What a pattern is made of, for the flags that it has. */
export interface DfaOptions {
  readonly wanted: Wanted;
  /** Whether a surrogate pair is one character. */
  readonly isUnicode: boolean;
  /** What `\b` takes for a character of a word. */
  readonly word: CharSet;
}

/**
 * An automaton that is made deterministic while it runs. Each character is looked at once, so whatever the pattern is, none
 * takes longer than the text is long times its steps. (V8's own regular expressions go back, and some never come to an end.)
 */
export class LazyDfa {
  readonly #automaton: Automaton;
  readonly #wanted: Wanted;
  readonly #isUnicode: boolean;
  readonly #word: CharSet;
  readonly #classes: CharClasses;
  /** Whether it matters what stands before a place. */
  readonly #looksBack: boolean;
  /** One for each class of characters and one for the end of the text. */
  readonly #stride: number;
  /** The steps, with what a set says of each class; the end of the text is in none. */
  readonly #steps: readonly ClassStep[];
  /** For each step the number of the look at which it was seen, or reached; and room for one look. */
  readonly #seen: Int32Array;
  readonly #isReached: Int32Array;
  readonly #reachedSteps: Int32Array;
  readonly #open: Int32Array;
  #look = 0;
  #states: State[] = [];
  /** By the hash of a state. */
  #rows = new Map<number, readonly number[]>();
  /** Of each state a row: by what comes, the row of the next state; UNKNOWN; negative if a match ends before what comes. */
  #table = new Int32Array(0);
  #start = 0;

  constructor(automaton: Automaton, { wanted, isUnicode, word }: DfaOptions) {
    this.#automaton = automaton;
    this.#wanted = wanted;
    this.#isUnicode = isUnicode;
    this.#word = word;
    this.#classes = charClassesOf(automaton, word);
    this.#looksBack = automaton.steps.some(({ type }) => type === 'assert');
    this.#stride = this.#classes.count + 1;
    this.#steps = stepsByClass(automaton, this.#classes);
    const { length } = automaton.steps;
    [this.#seen, this.#isReached, this.#reachedSteps] = [
      new Int32Array(length),
      new Int32Array(length),
      new Int32Array(length),
    ];
    this.#open = new Int32Array(2 * length);
    this.#forget();
  }

  /** The row at the beginning of a text. Known from the start, as texts are short and many. */
  get start(): number {
    return this.#start;
  }

  stateAt(row: number): State | undefined {
    return this.#states[row / this.#stride];
  }

  /** The row behind a text; negative where a match has ended in it, and any will do. */
  run(start: number, text: string): number {
    const { ofUnit } = this.#classes;
    const isUnicode = this.#isUnicode;
    let table = this.#table;
    let row = start;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      let charClass = ofUnit[unit] ?? 0;
      if (isUnicode && isPair(text, i)) {
        charClass = this.#classes.ofCodePoint(text.codePointAt(i) ?? 0);
        i += 1;
      }
      let next = table[row + charClass] ?? UNKNOWN;
      if (next <= DEAD) {
        if (next === UNKNOWN) next = this.#discover(row, charClass);
        if (next < 0) return next;
        table = this.#table;
      }
      row = next;
    }
    return row;
  }

  /** The same for UTF-8; undefined where it is not all ASCII. */
  runAscii(start: number, bytes: Uint8Array): number | undefined {
    const { ofUnit } = this.#classes;
    let table = this.#table;
    let row = start;
    // by number: with an iterator a scan takes a quarter longer
    const { length } = bytes;
    for (let i = 0; i < length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (byte >= 0x80) return undefined;
      const charClass = ofUnit[byte] ?? 0;
      let next = table[row + charClass] ?? UNKNOWN;
      if (next <= DEAD) {
        if (next === UNKNOWN) next = this.#discover(row, charClass);
        if (next < 0) return next;
        table = this.#table;
      }
      row = next;
    }
    return row;
  }

  /** Whether the end of the text, after a row, ends a match. */
  endsAt(row: number): boolean {
    return row < 0 || this.#next(row, this.#stride - 1) < 0;
  }

  /** Where the last match ends that begins at the beginning; of a search, the one that is looked for. */
  lastEnd(text: string): number | undefined {
    let row = this.#start;
    let last: number | undefined;
    for (let i = 0; i < text.length; i += 1) {
      const at = i;
      let charClass = this.#classes.ofUnit[text.charCodeAt(i)] ?? 0;
      if (this.#isUnicode && isPair(text, i)) {
        charClass = this.#classes.ofCodePoint(text.codePointAt(i) ?? 0);
        i += 1;
      }
      const next = this.#next(row, charClass);
      if (next < 0) last = at;
      row = Math.abs(next);
      if (row === DEAD) return last;
    }
    return this.endsAt(row) ? text.length : last;
  }

  /** The first place that can be reached from `end`, reading backwards. */
  firstStart(text: string, end: number): number | undefined {
    let row = this.#startBeside(end < text.length ? text.charCodeAt(end) : undefined);
    let first: number | undefined;
    for (let i = end; i > 0; i -= 1) {
      const at = i;
      let charClass = this.#classes.ofUnit[text.charCodeAt(i - 1)] ?? 0;
      if (this.#isUnicode && i > 1 && isPair(text, i - 2)) {
        charClass = this.#classes.ofCodePoint(text.codePointAt(i - 2) ?? 0);
        i -= 1;
      }
      const next = this.#next(row, charClass);
      if (next < 0) first = at;
      row = Math.abs(next);
      if (row === DEAD) return first;
    }
    return this.endsAt(row) ? 0 : first;
  }

  rowOf(state: State): number {
    if (state.steps.length === 0) return DEAD;
    const hash = hashOf(state);
    const alike = this.#rows.get(hash) ?? [];
    const known = alike.find((each) => isSame(this.stateAt(each), state));
    if (known !== undefined) return known;
    const row = this.#states.length * this.#stride;
    this.#states.push(state);
    this.#rows.set(hash, [...alike, row]);
    if (this.#table.length < row + this.#stride) {
      const larger = new Int32Array(2 * (row + this.#stride));
      larger.set(this.#table);
      this.#table = larger;
    }
    return row;
  }

  /** The row to begin with beside a character. */
  #startBeside(code: number | undefined): number {
    return this.rowOf({ steps: Int32Array.of(this.#automaton.start), before: this.#kindOf(code) });
  }

  #next(row: number, charClass: number): number {
    const known = this.#table[row + charClass] ?? UNKNOWN;
    return known === UNKNOWN ? this.#discover(row, charClass) : known;
  }

  #discover(row: number, charClass: number): number {
    const from = this.stateAt(row);
    if (from === undefined) throw new RangeError(`no state at ${row}`);
    const isEnd = charClass === this.#stride - 1;
    const code = isEnd ? undefined : (this.#classes.samples[charClass] ?? 0);
    const { steps, isMatch } = this.#reached(from, code, charClass);
    const isFull = this.#states.length >= STATE_LIMIT;
    if (isFull) this.#forget();
    const next = this.rowOf({ steps, before: this.#kindOf(code) });
    const entry = isMatch ? -next : next;
    // after forgetting, the row that was left is another's
    if (!isFull) this.#table[row + charClass] = entry;
    return entry;
  }

  /** Where the automaton may be behind a character, and whether a match ends before it. @param code undefined at the end */
  #reached(
    { steps, before }: State,
    code: number | undefined,
    charClass: number,
  ): { readonly steps: Int32Array; isMatch: boolean } {
    const look = (this.#look += 1);
    const [seen, open, reached, isReached] = [this.#seen, this.#open, this.#reachedSteps, this.#isReached];
    let count = 0;
    let isMatch = false;
    search: for (const first of steps) {
      let depth = 0;
      open[depth++] = first;
      while (depth > 0) {
        const at = open[--depth] ?? 0;
        if (seen[at] === look) continue;
        seen[at] = look;
        const step = this.#steps[at];
        if (step === undefined) continue;
        if (step.type === 'set') {
          const { next } = step;
          if (isReached[next] === look || step.has[charClass] !== 1) continue;
          isReached[next] = look;
          reached[count++] = next;
        } else if (step.type === 'split') {
          open[depth++] = step.other;
          open[depth++] = step.next;
        } else if (step.type === 'assert') {
          if (this.#holds(step.what, before, code)) open[depth++] = step.next;
        } else if (step.type === 'match') {
          isMatch = true;
          if (this.#wanted === 'any') return { steps: NOWHERE, isMatch };
          // what would be tried later is not tried any more
          if (this.#wanted === 'first') break search;
        }
      }
    }
    if (this.#wanted !== 'first') {
      count = 0;
      for (let at = 0; at < isReached.length; at += 1) if (isReached[at] === look) reached[count++] = at;
    }
    return { steps: reached.slice(0, count), isMatch };
  }

  #holds(what: Assertion, before: Before, code: number | undefined): boolean {
    switch (what) {
      case 'start':
        return before === AT_EDGE;
      case 'end':
        return code === undefined;
      case 'line-start':
        return before === AT_EDGE || before === BEHIND_LINE_END;
      case 'line-end':
        return code === undefined || has(LINE_ENDS, code);
      default: {
        const isBoundary = (before === BEHIND_WORD) !== (code !== undefined && has(this.#word, code));
        return isBoundary === (what === 'boundary');
      }
    }
  }

  #kindOf(code: number | undefined): Before {
    if (code === undefined) return AT_EDGE;
    if (!this.#looksBack) return BEHIND_OTHER;
    if (has(this.#word, code)) return BEHIND_WORD;
    return has(LINE_ENDS, code) ? BEHIND_LINE_END : BEHIND_OTHER;
  }

  #forget(): void {
    // the first row is no state's: UNKNOWN and DEAD mean none
    this.#states = [NO_STATE];
    this.#rows = new Map();
    this.#table = new Int32Array(8 * this.#stride);
    this.#start = this.#startBeside(undefined);
  }
}

const NOWHERE = new Int32Array(0);
const NO_STATE: State = { steps: NOWHERE, before: AT_EDGE };

/** FNV-1a. */
function hashOf({ steps, before }: State): number {
  let hash = 0x811c9dc5 ^ before;
  for (const step of steps) hash = Math.imul(hash ^ step, 0x01000193);
  return hash;
}

function isSame(state: State | undefined, { steps, before }: State): boolean {
  if (state?.before !== before || state.steps.length !== steps.length) return false;
  for (let i = 0; i < steps.length; i += 1) if (state.steps[i] !== steps[i]) return false;
  return true;
}

type ClassStep =
  | Exclude<Automaton['steps'][number], { type: 'set' }>
  | { readonly type: 'set'; readonly has: Uint8Array; readonly next: number };

function stepsByClass({ steps }: Automaton, { count, samples }: CharClasses): readonly ClassStep[] {
  const known = new Map<CharSet, Uint8Array>();
  return steps.map((step) => {
    if (step.type !== 'set') return step;
    const made = known.get(step.set) ?? new Uint8Array(count + 1);
    if (!known.has(step.set)) for (const [i, code] of samples.entries()) made[i] = has(step.set, code) ? 1 : 0;
    known.set(step.set, made);
    return { type: 'set', has: made, next: step.next };
  });
}

/** Whether a surrogate pair begins at a place. */
function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
