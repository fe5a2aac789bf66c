/** Places on a timeline, as ordered ranges that do not touch; the end of a range is excluded. */
export type SeqRanges = readonly (readonly [from: number, end: number])[];

export const EVERYWHERE: SeqRanges = [[0, Infinity]];

/** Joins these places, given in order, into ranges. */
export function rangesOf(places: Iterable<readonly [from: number, end: number]>): SeqRanges {
  const joined: [number, number][] = [];
  for (const [from, end] of places) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], end);
    else if (from < end) joined.push([from, end]);
  }
  return joined;
}

export function unionOf(a: SeqRanges, b: SeqRanges): SeqRanges {
  return rangesOf([...a, ...b].sort(([left], [right]) => left - right));
}

export function intersectionOf(a: SeqRanges, b: SeqRanges): SeqRanges {
  const common: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left, right] = [a[i] ?? [0, 0], b[j] ?? [0, 0]];
    const [from, end] = [Math.max(left[0], right[0]), Math.min(left[1], right[1])];
    if (from < end) common.push([from, end]);
    if (left[1] < right[1]) i += 1;
    else j += 1;
  }
  return common;
}

/** How many of the ranges begin at `seq` or before. */
export function countBegun(ranges: SeqRanges, seq: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? Infinity) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
