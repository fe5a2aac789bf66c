import type { Rule, RuleVersion, Trigger } from './rule.js';

/** Finds the rules for what happened, in the order of the list; each set of triggers is looked up once. */
export class Dispatch {
  readonly #rules: readonly Rule[];
  readonly #found: Map<string, readonly Rule[]>[] = [];
  #size = 0;

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /**
   * The rules for a set of triggers that was looked up before.
   *
   * @param aspect a small number, which with `name` names the set: equal ones have equal triggers. Two, because putting one
   *   text together for each message takes longer than finding the rules
   */
  known(aspect: number, name: string): readonly Rule[] | undefined {
    return this.#found[aspect]?.get(name);
  }

  /** The same for one that was not. */
  lookUp(aspect: number, name: string, triggers: readonly Trigger[]): readonly Rule[] {
    const wanted = new Set(triggers);
    const found = this.#rules.filter(({ on }) => on.some((trigger) => wanted.has(trigger)));
    // methods come from the wire: what a hostile peer makes up is looked up anew each time
    if (this.#size >= 1000) return found;
    this.#size += 1;
    (this.#found[aspect] ??= new Map()).set(name, found);
    return found;
  }
}

const VERSIONS = { v1: ['v1'], v2: ['v2', 'v2a', 'v2b'] } as const satisfies Record<string, readonly RuleVersion[]>;

const made = new WeakMap<readonly Rule[], Readonly<Record<'v1' | 'v2', Dispatch>>>();

/** What is looked up for one list of rules is shared by all who check with it: conversations may be short and many. */
export function dispatchesOf(rules: readonly Rule[]): Readonly<Record<'v1' | 'v2', Dispatch>> {
  const known = made.get(rules);
  if (known !== undefined) return known;
  const holdingIn = (versions: readonly RuleVersion[]) =>
    new Dispatch(rules.filter((rule) => rule.versions.some((version) => versions.includes(version))));
  const dispatches = { v1: holdingIn(VERSIONS.v1), v2: holdingIn(VERSIONS.v2) };
  made.set(rules, dispatches);
  return dispatches;
}
