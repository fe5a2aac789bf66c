import { WIDE_RANGES } from './wide-ranges.js';

/** From here on a code point may take two cells. */
const FIRST_WIDE = 0x1100;

/** Whether terminals draw a code point two cells wide. If they disagree, it counts as narrow. */
export function isWide(codePoint: number): boolean {
  return codePoint >= FIRST_WIDE && isWithin(codePoint, WIDE_RANGES);
}

/** Whether a code point lies in one of these ranges, which are in order. */
export function isWithin(codePoint: number, ranges: readonly (readonly [first: number, last: number])[]): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  return codePoint >= (ranges[low]?.[0] ?? Infinity);
}
