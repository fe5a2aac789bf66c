import type { Severity } from '../../check/engine/severity.js';
import type { Violation } from '../../check/engine/violation.js';
import { countsOf } from '../../report/check/checked.js';

/** The ways to group violations. */
export const ORDERS = ['rule', 'severity', 'turn'] as const;

export type Order = (typeof ORDERS)[number];

/** Violations that belong together. */
export interface Group {
  readonly name: string;
  readonly severity: Severity;
  readonly counts: Readonly<Record<Severity, number>>;
  /** In the order of their frames; never empty. */
  readonly of: readonly Violation[];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Groups violations: the worst groups first; for turns, the earliest first. */
export function grouped(violations: readonly Violation[], order: Order): Group[] {
  const named = new Map<string, Violation[]>();
  for (const violation of violations) {
    const name = nameOf(violation, order);
    const group = named.get(name);
    if (group === undefined) named.set(name, [violation]);
    else group.push(violation);
  }
  const groups = [...named].map(([name, of]) => ({ name, of, counts: countsOf(of), severity: worstOf(of) }));
  if (order === 'turn') return groups;
  return groups.sort((a, b) => RANK[a.severity] - RANK[b.severity] || b.of.length - a.of.length);
}

function nameOf({ rule, severity, sessionId, turn }: Violation, order: Order): string {
  if (order === 'rule') return rule;
  if (order === 'severity') return severity;
  if (sessionId === undefined) return 'outside sessions';
  return `session ${sessionId}${turn === undefined ? '' : `, turn ${turn}`}`;
}

function worstOf(violations: readonly Violation[]): Severity {
  return violations.reduce<Severity>(
    (worst, { severity }) => (RANK[severity] < RANK[worst] ? severity : worst),
    'info',
  );
}
