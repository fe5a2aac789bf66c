import type { Connection } from '../../model/state/connection.js';
import type { Rule } from './rule.js';
import type { Severity, Verdict } from './severity.js';
import type { Violation } from './violation.js';

/** How many violations wait for the dialect to be clear. */
const HELD_BACK_LIMIT = 10_000;

/** What a violation is in each draft of v2. */
export interface Verdicts {
  readonly v2a: Verdict;
  readonly v2b: Verdict;
  /** Where no sign says which one is spoken: what is common, unless a rule says otherwise. */
  readonly undecided: Verdict;
}

const RANK: Readonly<Record<Verdict, number>> = { off: 0, info: 1, warning: 2, error: 3 };

/** Hands violations on: at once, or, where the drafts of v2 differ, when it is clear which one is spoken. */
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

  /** To be called when the dialect became clear, and at the end: what no sign decides is judged by what is common. */
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

/** One step down, for what may be a race: never info for an error. */
export function lowered(severity: Severity): Severity {
  return severity === 'error' ? 'warning' : 'info';
}

/** In which drafts a rule of v2 holds at all. */
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
