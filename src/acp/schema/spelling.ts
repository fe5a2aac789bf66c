/** The one of `known` that `word` was probably meant to be: the same but for case and underscores, else a slip or two. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const folded = foldedSpelling(word);
  const same = known.find((candidate) => foldedSpelling(candidate) === folded);
  if (same !== undefined) return same;
  let nearest: string | undefined;
  // a third of a short word is another word
  let limit = Math.min(3, Math.floor(folded.length / 3));
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > 3) continue;
    const distance = editDistance(folded, foldedSpelling(candidate), limit);
    if (distance > limit) continue;
    nearest = candidate;
    limit = distance - 1;
  }
  return nearest;
}

/** A name without what naming conventions differ in: `session_id`, `sessionID` and `sessionId` are one. */
export function foldedSpelling(word: string): string {
  return word.replaceAll(/[_\-\s]/g, '').toLowerCase();
}

/** Levenshtein; some number above `limit` where it is above. */
function editDistance(left: string, right: string, limit: number): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const distance = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(distance);
      if (distance < least) least = distance;
    }
    // it grows from row to row
    if (least > limit) return least;
    row = next;
  }
  return row[right.length] ?? 0;
}
