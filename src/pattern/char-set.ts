/** Code points as ranges that do not touch, in order: `[from, to, from, to...]`, both included. */
export type CharSet = readonly number[];

export const LAST = 0x10ffff;

export const ANY: CharSet = [0, LAST];
export const DIGITS: CharSet = [0x30, 0x39];
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** ECMAScript's white space and line ends. */
export const SPACE: CharSet = [
  9, 13, 32, 32, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000,
  0x3000, 0xfeff, 0xfeff,
];
export const LINE_ENDS: CharSet = [10, 10, 13, 13, 0x2028, 0x2029];
export const NOT_LINE_END: CharSet = complement(LINE_ENDS);

export function one(code: number): CharSet {
  return [code, code];
}

export function union(sets: readonly CharSet[]): CharSet {
  const ranges = sets.flatMap((set) => pairs(set)).sort(([a], [b]) => a - b);
  const joined: number[] = [];
  for (const [from, to] of ranges) {
    const last = joined.length - 1;
    if (last > 0 && from <= (joined[last] ?? 0) + 1) joined[last] = Math.max(joined[last] ?? 0, to);
    else joined.push(from, to);
  }
  return joined;
}

export function complement(set: CharSet): CharSet {
  const rest: number[] = [];
  let next = 0;
  for (const [from, to] of pairs(set)) {
    if (from > next) rest.push(next, from - 1);
    next = to + 1;
  }
  if (next <= LAST) rest.push(next, LAST);
  return rest;
}

export function pairs(set: CharSet): [from: number, to: number][] {
  return Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i] ?? 0, set[2 * i + 1] ?? 0]);
}

export function has(set: CharSet, code: number): boolean {
  let [low, high] = [0, set.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[2 * middle + 1] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return (set[2 * low] ?? Infinity) <= code;
}
