import type { Comparison } from '../../compare/compare.js';
import { DIFFERENCE_KINDS, type Difference, type DifferenceKind } from '../../compare/difference.js';

/** Two conversations and what differs between them. */
export interface Compared extends Comparison {
  /** Their names. */
  readonly a: string;
  readonly b: string;
}

/** How many differences there are of each kind; kinds without any are left out. */
export function countsOf(differences: readonly Difference[]): [DifferenceKind, number][] {
  return DIFFERENCE_KINDS.flatMap((kind): [DifferenceKind, number][] => {
    const count = differences.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [[kind, count]];
  });
}

/** The kinds that were not compared. */
export function leftOut({ compared }: Comparison): DifferenceKind[] {
  return DIFFERENCE_KINDS.filter((kind) => !compared.includes(kind));
}
