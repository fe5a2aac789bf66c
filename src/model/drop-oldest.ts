/**
 * Maps and sets keep the order of insertion, so the first entries are the oldest. A few more than `limit` are kept, so
 * that many can be dropped at once: each look at the beginning of a map has to skip the entries deleted there.
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
