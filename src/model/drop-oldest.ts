/**
 * Maps and sets keep the order of insertion: the first are the oldest. Some more than `limit` are kept, so that the oldest
 * go many at a time: what was deleted at the beginning of a map is passed over each time one looks there.
 */
export function dropOldest(kept: Map<string, unknown> | Set<string>, limit: number): void {
  if (kept.size <= limit + (limit >> 3)) return;
  let surplus = kept.size - limit;
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    surplus -= 1;
    if (surplus === 0) return;
  }
}
