import type { QuotedViolation } from './checked.js';

/** If more violations than this say the same, only the first is shown. */
const MOST_ALIKE = 3;

/** A violation, and the frames of others that say exactly the same. */
export interface FoldedViolation {
  readonly violation: QuotedViolation;
  /** The frames of those others, in order; usually empty. */
  readonly alike: readonly number[];
}

/** Folds violations that say the same: a fault in every frame is one thing to fix, so it is shown once, with a count. */
export function folded(violations: readonly QuotedViolation[]): FoldedViolation[] {
  const groups = new Map<string, QuotedViolation[]>();
  for (const violation of violations) {
    const key = keyOf(violation);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [violation]);
    else group.push(violation);
  }
  return violations.flatMap((violation): FoldedViolation[] => {
    const group = groups.get(keyOf(violation)) ?? [];
    if (group.length <= MOST_ALIKE) return [{ violation, alike: [] }];
    return group[0] === violation ? [{ violation, alike: group.slice(1).map(({ seq }) => seq) }] : [];
  });
}

function keyOf({ rule, severity, fault, message }: QuotedViolation): string {
  return [rule, severity, fault, message].join(' ');
}

/** How many frames are named. */
const NAMED = 8;

/** "and 16 more like it: frames 4, 5, 6, ... 40" */
export function alikeText(alike: readonly number[]): string {
  const frames =
    alike.length <= NAMED ? alike.join(', ') : `${alike.slice(0, NAMED - 1).join(', ')}, ... ${alike.at(-1) ?? ''}`;
  return `and ${alike.length} more like it: frames ${frames}`;
}
