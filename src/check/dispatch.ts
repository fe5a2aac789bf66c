import type { Rule, RuleVersion, Trigger } from './rule.js';

/** Finds the rules for what happened, in the order of the list; each set of triggers is looked up once. */
export class Dispatch {
  readonly #rules: readonly Rule[];
  readonly #byKey = new Map<string, readonly Rule[]>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** @param key names the set: equal keys have equal triggers */
  rulesFor(key: string, triggers: () => readonly Trigger[]): readonly Rule[] {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const wanted = new Set(triggers());
    const found = this.#rules.filter(({ on }) => on.some((trigger) => wanted.has(trigger)));
    // methods come from the wire: what a hostile peer makes up is looked up anew each time
    if (this.#byKey.size < 1000) this.#byKey.set(key, found);
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
