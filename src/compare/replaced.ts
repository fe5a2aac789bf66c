import type { Difference } from './difference.js';
import type { Item, Outline } from './outline.js';

/**
 * Leaves out what follows from sessions that A loaded and B made anew: the requests themselves, and the history that A was told.
 *
 * @param replaced the frames of A that another request stood in for
 */
export function withoutReplaced(
  differences: readonly Difference[],
  a: Outline,
  replaced: readonly number[],
): readonly Difference[] {
  if (replaced.length === 0) return differences;
  const isReplaced = ({ seq }: Pick<Item, 'seq'>): boolean => replaced.includes(seq);
  const sessions = a.sessions.filter(({ items }) => items.some(isReplaced)).map(({ number }) => number);
  return differences.filter(({ kind, where: { session, part }, ...sides }) => {
    if (session?.a === undefined || !sessions.includes(session.a)) return true;
    if (part === 'history') return false;
    if (kind !== 'exchange') return true;
    return sides.a === undefined ? sides.b?.label.startsWith('session/new') !== true : !isReplaced(sides.a);
  });
}
