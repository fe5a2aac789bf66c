import type { Rule, Trigger } from './rule.js';

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
