import type { Connection } from '../../model/state/connection.js';
import type { Rule } from './rule.js';
import type { Severity, Verdict } from './severity.js';
import type { Violation } from './violation.js';

/** At most this many violations are held back until the dialect is known. */
const HELD_BACK_LIMIT = 10_000;

/** The verdict on a violation in each draft of v2. */
export interface Verdicts {
  readonly v2a: Verdict;
  readonly v2b: Verdict;
  /** While it is unclear which draft is in use: what both agree on, unless a rule says otherwise. */
  readonly undecided: Verdict;
}

const RANK: Readonly<Record<Verdict, number>> = { off: 0, info: 1, warning: 2, error: 3 };

/** Passes violations on: at once or, if the drafts of v2 differ, as soon as it is clear which one is in use. */
export class Reporter {
  readonly #emit: (violation: Violation) => void;
  #heldBack: { violation: Violation; verdicts: Verdicts }[] = [];

  constructor(emit: (violation: Violation) => void) {
    this.#emit = emit;
  }

  take(violation: Violation, verdicts: Verdicts | undefined, { dialect }: Connection): void {
    if (verdicts === undefined) {
      this.#emit(violation);
    } else if (dialect !== undefined) {
      this.#judge(violation, verdicts[dialect.name]);
    } else if (verdicts.v2a === verdicts.v2b || this.#heldBack.length >= HELD_BACK_LIMIT) {
      this.#judge(violation, verdicts.undecided);
    } else {
      this.#heldBack.push({ violation, verdicts });
    }
  }

  /** Call it when the dialect becomes clear, and at the end; then, if it never did, the common verdict counts. */
  settle({ dialect }: Connection): void {
    const waiting = this.#heldBack;
    this.#heldBack = [];
    for (const { violation, verdicts } of waiting) {
      this.#judge(violation, verdicts[dialect?.name ?? 'undecided']);
    }
  }

  get isHoldingBack(): boolean {
    return this.#heldBack.length > 0;
  }

  #judge(violation: Violation, verdict: Verdict): void {
    if (verdict === 'off') return;
    this.#emit({ ...violation, severity: violation.raced ? lowered(verdict) : verdict });
  }
}

function lower(a: Verdict, b: Verdict): Verdict {
  return RANK[a] < RANK[b] ? a : b;
}

/** One severity lower, for a possible race. An error becomes a warning, not an info. */
export function lowered(severity: Severity): Severity {
  return severity === 'error' ? 'warning' : 'info';
}

/** The verdicts of a v2 rule in both drafts; undefined if they do not differ. */
export function verdictsOf(
  { versions, severity }: Rule,
  dialects: Readonly<Partial<Verdicts>> | undefined,
  reported: Severity | undefined,
): Verdicts | undefined {
  const isCommon = versions.includes('v2');
  if (isCommon && dialects === undefined) return undefined;
  const usual = reported ?? severity;
  const v2a = dialects?.v2a ?? (isCommon || versions.includes('v2a') ? usual : 'off');
  const v2b = dialects?.v2b ?? (isCommon || versions.includes('v2b') ? usual : 'off');
  return { v2a, v2b, undecided: dialects?.undecided ?? lower(v2a, v2b) };
}
