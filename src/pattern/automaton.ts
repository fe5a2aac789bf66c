import { pairs, WORD, type CharSet } from './char-set.js';
import type { Assertion, RegexNode } from './parse-regex.js';

/** More steps than this are refused: a text takes at most so long times its length. */
export const STEP_LIMIT = 1_000;

/** A step of the automaton: what must stand there, and where it goes on. */
export type Step =
  | { readonly type: 'set'; readonly set: CharSet; readonly next: number }
  | { readonly type: 'assert'; readonly what: Assertion; readonly next: number }
  | { readonly type: 'split'; readonly next: number; readonly other: number }
  | { readonly type: 'match' };

export interface Automaton {
  readonly steps: readonly Step[];
  readonly start: number;
}

/** The automaton of a regular expression (Thompson's); undefined where it would be too large. */
export function automatonOf(node: RegexNode): Automaton | undefined {
  const steps: Step[] = [{ type: 'match' }];
  const add = (step: Step): number => {
    if (steps.length >= STEP_LIMIT) throw TOO_LARGE;
    return steps.push(step) - 1;
  };
  try {
    return { start: built(node, 0, add), steps: steps };
  } catch (thrown) {
    if (thrown === TOO_LARGE) return undefined;
    throw thrown;
  }

  /** From the back to the front: each step knows where it goes on. */
  function built(part: RegexNode, next: number, into: (step: Step) => number): number {
    switch (part.type) {
      case 'empty':
        return next;
      case 'set':
        return into({ type: 'set', set: part.set, next });
      case 'assert':
        return into({ type: 'assert', what: part.what, next });
      case 'sequence':
        return part.of.reduceRight((behind, each) => built(each, behind, into), next);
      case 'choice':
        return part.of
          .map((each) => built(each, next, into))
          .reduceRight((other, each) => into({ type: 'split', next: each, other }));
      case 'repeat':
        return repeated(part, next, into);
      default:
        return part satisfies never;
    }
  }

  function repeated(
    { of, min, max }: Extract<RegexNode, { type: 'repeat' }>,
    next: number,
    into: (step: Step) => number,
  ): number {
    let at = next;
    if (max === Infinity) {
      const loop = steps.length;
      into({ type: 'split', next: 0, other: next });
      steps[loop] = { type: 'split', next: built(of, loop, into), other: next };
      at = loop;
    }
    for (let n = min; n < max && max !== Infinity; n += 1) {
      at = into({ type: 'split', next: built(of, at, into), other: next });
    }
    for (let n = 0; n < min; n += 1) at = built(of, at, into);
    return at;
  }
}

const TOO_LARGE = new Error('too large');

/** Cuts all characters into classes that the automaton cannot tell apart. */
export function classesOf(steps: readonly Step[]): {
  readonly classOf: Uint16Array;
  readonly samples: readonly number[];
} {
  const cuts = new Set<number>([0]);
  const sets = steps.flatMap((step) => (step.type === 'set' ? [step.set] : []));
  for (const set of [...sets, WORD]) {
    for (const [from, to] of pairs(set)) {
      cuts.add(from);
      cuts.add(to + 1);
    }
  }
  const samples = [...cuts].filter((cut) => cut <= 0xffff).sort((a, b) => a - b);
  const classOf = new Uint16Array(0x10000);
  for (const [i, from] of samples.entries()) classOf.fill(i, from, samples[i + 1] ?? 0x10000);
  return { classOf, samples };
}
