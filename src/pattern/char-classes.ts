import type { Automaton } from './automaton.js';
import { LAST, LINE_ENDS, pairs, type CharSet } from './char-set.js';

/** What an automaton has to know of the character before a place: where the text begins, or of what kind it is. */
export type Before = 0 | 1 | 2 | 3;
export const AT_EDGE = 0;
export const BEHIND_WORD = 1;
export const BEHIND_OTHER = 2;
export const BEHIND_LINE_END = 3;

/** Characters cut into classes that an automaton cannot tell apart. */
export interface CharClasses {
  readonly count: number;
  /** The class of each UTF-16 code unit. */
  readonly ofUnit: Uint16Array;
  /** A character of each class. */
  readonly samples: readonly number[];
  ofCodePoint(code: number): number;
}

/** @param word the characters that `\b` takes for those of a word */
export function charClassesOf({ steps }: Automaton, word: CharSet): CharClasses {
  const sets = new Map<string, CharSet>();
  for (const step of steps) {
    if (step.type === 'set') sets.set(step.set.join(), step.set);
    else if (step.type === 'assert') {
      sets.set('word', word);
      sets.set('line ends', LINE_ENDS);
    }
  }
  const cuts = new Set<number>([0]);
  for (const set of sets.values()) {
    for (const [from, to] of pairs(set)) cuts.add(from).add(Math.min(to + 1, LAST));
  }
  const starts = Int32Array.from(cuts).sort();
  const { classes, count } = numbered(starts, [...sets.values()]);
  const ofUnit = new Uint16Array(0x10000);
  const samples: number[] = Array.from({ length: count }, () => 0);
  for (const [i, from] of starts.entries()) {
    const charClass = classes[i] ?? 0;
    if (from <= 0xffff) ofUnit.fill(charClass, from, starts[i + 1] ?? 0x10000);
    samples[charClass] = from;
  }
  return { count, ofUnit, samples, ofCodePoint: (code) => classes[lastAtMost(starts, code)] ?? 0 };
}

/** One number for all ranges that lie in the same sets. */
function numbered(starts: Int32Array, sets: readonly CharSet[]): { readonly classes: Uint16Array; count: number } {
  const marks = new Int32Array(starts.length);
  let used = 1;
  for (const set of sets) {
    const parted = new Map<number, number>();
    for (const [from, to] of pairs(set)) {
      for (let i = lastAtMost(starts, from); (starts[i] ?? Infinity) <= to; i += 1) {
        const mark = marks[i] ?? 0;
        const own = parted.get(mark) ?? used++;
        parted.set(mark, own);
        marks[i] = own;
      }
    }
  }
  const numbers = new Map([...new Set(marks)].map((mark, number) => [mark, number]));
  return { classes: Uint16Array.from(marks, (mark) => numbers.get(mark) ?? 0), count: numbers.size };
}

/** Where in ascending numbers the last one stands that is at most another. */
function lastAtMost(starts: Int32Array, wanted: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
