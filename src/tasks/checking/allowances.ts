import type { Violation } from '../../check/engine/violation.js';
import type { Place } from '../../fixture/format/read-fixture.js';
import type { Allowed, UnusedAllowance } from '../../report/check/checked.js';

interface Allowance extends UnusedAllowance {
  isUsed: boolean;
}

/** The `# allow:` comments of a file: each silences one rule at the frame or event below it. */
export class Allowances {
  readonly #bySeq = new Map<number, Allowance[]>();
  #violations = 0;

  /** @param texts the comments above the entry: a rule, and perhaps a reason */
  add(seq: number, texts: readonly string[], place: Place | undefined): void {
    const own = texts.map((text) => ({ rule: /^\S*/.exec(text)?.[0] ?? '', seq, place, isUsed: false }));
    this.#bySeq.set(seq, own);
  }

  /** Whether a violation is allowed at its frame. Call this once for each violation. */
  covers({ rule, seq }: Pick<Violation, 'rule' | 'seq'>): boolean {
    const found = this.#bySeq.get(seq)?.find((each) => each.rule === rule);
    if (found === undefined) return false;
    found.isUsed = true;
    this.#violations += 1;
    return true;
  }

  /** The effect of the comments, once all violations are found; undefined if there are no comments. */
  get allowed(): Allowed | undefined {
    if (this.#bySeq.size === 0) return undefined;
    const unused = [...this.#bySeq.values()].flat().filter(({ isUsed }) => !isUsed);
    return { violations: this.#violations, unused: unused.map(({ rule, seq, place }) => ({ rule, seq, place })) };
  }
}
