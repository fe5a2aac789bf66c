import { bitOf, type Fact } from './facts.js';
import type { Condition, Rule, Trigger } from './rule.js';
import type { RuleVersion } from './severity.js';

/** At most this many sets are remembered. Methods come from the wire, so a hostile peer could invent any number. */
const REMEMBERED_SETS = 4_000;

/** Finds the rules for a set of triggers and facts, in the order of the list. Each set is looked up only once. */
export class Dispatch {
  readonly #rules: readonly { readonly rule: Rule; readonly on: readonly ReadCondition[] }[];
  readonly #found = new Map<string, Map<number, readonly Rule[]>>();
  #size = 0;

  constructor(rules: readonly Rule[]) {
    this.#rules = rules.map((rule) => ({ rule, on: rule.on.map(readCondition) }));
  }

  /**
   * The rules for a set of triggers and facts that was looked up before.
   *
   * @param name usually the method
   * @param aspect a number; `name` and `aspect` together identify the set. They are two, because building one string
   *   for each message takes longer than finding the rules
   */
  known(name: string, aspect: number): readonly Rule[] | undefined {
    return this.#found.get(name)?.get(aspect);
  }

  /** The rules for a set that was not looked up before. */
  lookUp(name: string, aspect: number, { triggers, facts }: Happening): readonly Rule[] {
    const happens = ({ trigger, bit }: ReadCondition) => (facts & bit) === bit && triggers.includes(trigger);
    const found = this.#rules.flatMap(({ rule, on }) => (on.some(happens) ? [rule] : []));
    if (this.#size >= REMEMBERED_SETS) return found;
    this.#size += 1;
    const ofName = this.#found.get(name) ?? new Map<number, readonly Rule[]>();
    this.#found.set(name, ofName.set(aspect, found));
    return found;
  }
}

/** What happened: its triggers and facts. */
export interface Happening {
  readonly triggers: readonly Trigger[];
  readonly facts: number;
}

interface ReadCondition {
  readonly trigger: Trigger;
  /** The bit of the fact that it needs; 0 if it needs none. */
  readonly bit: number;
}

function readCondition(condition: Condition): ReadCondition {
  const [trigger, fact] = condition.split(' if ') as [Trigger, Fact?];
  return { trigger, bit: fact === undefined ? 0 : bitOf(fact) };
}

const VERSIONS = { v1: ['v1'], v2: ['v2', 'v2a', 'v2b'] } as const satisfies Record<string, readonly RuleVersion[]>;

const made = new WeakMap<readonly Rule[], Readonly<Record<'v1' | 'v2', Dispatch>>>();

/** All checks with the same list of rules share one lookup, because conversations may be short and many. */
export function dispatchesOf(rules: readonly Rule[]): Readonly<Record<'v1' | 'v2', Dispatch>> {
  const known = made.get(rules);
  if (known !== undefined) return known;
  const holdingIn = (versions: readonly RuleVersion[]) =>
    new Dispatch(rules.filter((rule) => rule.versions.some((version) => versions.includes(version))));
  const dispatches = { v1: holdingIn(VERSIONS.v1), v2: holdingIn(VERSIONS.v2) };
  made.set(rules, dispatches);
  return dispatches;
}
