import { ANY, type CharSet } from './char-set.js';
import type { Assertion, RegexNode } from './regex-node.js';

/** More steps than this are refused: a text takes at most so long times its length. */
export const STEP_LIMIT = 1_000;

/** A step of the automaton: what must stand there, and where it goes on. Of a split, `next` is tried first. */
export type Step =
  | { readonly type: 'set'; readonly set: CharSet; readonly next: number }
  | { readonly type: 'assert'; readonly what: Assertion; readonly next: number }
  | { readonly type: 'split'; readonly next: number; readonly other: number }
  | { readonly type: 'match' }
  | { readonly type: 'fail' };

export interface Automaton {
  readonly steps: readonly Step[];
  readonly start: number;
}

/**
 * A place to go on from: where some of the text was taken since a repetition began, and where nothing was. ECMAScript lets no
 * repetition end that took nothing (but those that must be), so the two may differ.
 */
interface Places {
  readonly taken: number;
  readonly untouched: number;
}

const MATCH = 0;
const FAIL = 1;

/** The automaton (Thompson's) that finds a pattern anywhere behind its start, as early as can be; undefined where it is too large. */
export function searchAutomaton(node: RegexNode): Automaton | undefined {
  return automaton((builder) => {
    const { taken: start } = builder.built(node, placesAt(MATCH));
    const search = builder.reserve();
    const skip = builder.add({ type: 'set', set: ANY, next: search });
    builder.fill(search, { type: 'split', next: start, other: skip });
    return search;
  });
}

/** The automaton that reads a match from its end to its start. */
export function backwardAutomaton(node: RegexNode): Automaton | undefined {
  return automaton((builder) => builder.built(reversed(node), placesAt(MATCH)).taken);
}

function automaton(build: (builder: AutomatonBuilder) => number): Automaton | undefined {
  const builder = new AutomatonBuilder();
  try {
    return { start: build(builder), steps: builder.steps };
  } catch (thrown) {
    if (thrown === TOO_LARGE) return undefined;
    throw thrown;
  }
}

const TOO_LARGE = new Error('too large');

/** From the back to the front: each step knows where it goes on. */
class AutomatonBuilder {
  readonly steps: Step[] = [{ type: 'match' }, { type: 'fail' }];

  add(step: Step): number {
    if (this.steps.length >= STEP_LIMIT) throw TOO_LARGE;
    return this.steps.push(step) - 1;
  }

  /** A step that is filled in later, as others lead to it. */
  reserve(): number {
    return this.add({ type: 'fail' });
  }

  fill(place: number, step: Step): void {
    this.steps[place] = step;
  }

  built(part: RegexNode, next: Places): Places {
    switch (part.type) {
      case 'empty':
        return next;
      case 'set':
        return placesAt(this.add({ type: 'set', set: part.set, next: next.taken }));
      case 'assert':
        return both(next, (at) => this.add({ type: 'assert', what: part.what, next: at }));
      case 'sequence':
        return part.of.reduceRight((behind, each) => this.built(each, behind), next);
      case 'choice':
        return part.of.map((each) => this.built(each, next)).reduceRight((other, each) => this.#split(each, other));
      case 'repeat':
        return this.#repeated(part, next);
      default:
        return part satisfies never;
    }
  }

  #repeated({ of, min, max, isLazy }: Extract<RegexNode, { type: 'repeat' }>, next: Places): Places {
    let at = max === Infinity ? this.#loop(of, next, isLazy) : next;
    for (let n = min; n < max && max !== Infinity; n += 1) at = this.#choose(this.#onceMore(of, at), next, isLazy);
    for (let n = 0; n < min; n += 1) at = this.built(of, at);
    return at;
  }

  #loop(of: RegexNode, next: Places, isLazy: boolean): Places {
    const loop = both(next, () => this.reserve());
    const again = this.#onceMore(of, loop);
    for (const state of ['taken', 'untouched'] as const) {
      const [first, second] = isLazy ? [next, again] : [again, next];
      this.fill(loop[state], { type: 'split', next: first[state], other: second[state] });
    }
    return loop;
  }

  /** A repetition that need not be: it has to take something. So no way leads back to a place without a character. */
  #onceMore(of: RegexNode, next: Places): Places {
    return placesAt(this.built(of, { taken: next.taken, untouched: FAIL }).untouched);
  }

  #choose(again: Places, next: Places, isLazy: boolean): Places {
    return isLazy ? this.#split(next, again) : this.#split(again, next);
  }

  #split(first: Places, second: Places): Places {
    const taken = this.add({ type: 'split', next: first.taken, other: second.taken });
    if (isOne(first) && isOne(second)) return placesAt(taken);
    return { taken, untouched: this.add({ type: 'split', next: first.untouched, other: second.untouched }) };
  }
}

function placesAt(place: number): Places {
  return { taken: place, untouched: place };
}

function isOne({ taken, untouched }: Places): boolean {
  return taken === untouched;
}

function both(next: Places, make: (at: number) => number): Places {
  const taken = make(next.taken);
  return { taken, untouched: isOne(next) ? taken : make(next.untouched) };
}

const OPPOSITE: Readonly<Record<Assertion, Assertion>> = {
  start: 'end',
  end: 'start',
  'line-start': 'line-end',
  'line-end': 'line-start',
  boundary: 'boundary',
  'no-boundary': 'no-boundary',
};

function reversed(node: RegexNode): RegexNode {
  switch (node.type) {
    case 'assert':
      return { type: 'assert', what: OPPOSITE[node.what] };
    case 'sequence':
      return { type: 'sequence', of: node.of.map(reversed).reverse() };
    case 'choice':
      return { type: 'choice', of: node.of.map(reversed) };
    case 'repeat':
      return { ...node, of: reversed(node.of) };
    default:
      return node;
  }
}
