import type { QuotedViolation } from './checked.js';

/** Of more than these that say the same, the first stands for all. */
const MOST_ALIKE = 3;

/** A violation, and the frames of others that say just the same. */
export interface FoldedViolation {
  readonly violation: QuotedViolation;
  /** Frames of those that it stands for, in order; mostly none. */
  readonly alike: readonly number[];
}

/** One fault in every frame is one thing to mend: it is told once, and counted. */
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
