/** Characters (UTF-16 code units) as ranges that do not touch, in order: `[from, to, from, to...]`, both included. */
export type CharSet = readonly number[];

const LAST = 0xffff;

export const ANY: CharSet = [0, LAST];
export const DIGITS: CharSet = [0x30, 0x39];
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** ECMAScript's white space and line ends. */
export const SPACE: CharSet = [
  9, 13, 32, 32, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000,
  0x3000, 0xfeff, 0xfeff,
];
const LINE_ENDS: CharSet = [10, 10, 13, 13, 0x2028, 0x2029];
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
  return pairs(set).some(([from, to]) => from <= code && code <= to);
}

/** With every character that differs only in case, as the flag `i` of ECMAScript has it: what is ASCII stays ASCII. */
export function ignoringCase(set: CharSet): CharSet {
  const added: CharSet[] = [set];
  for (const [from, to] of pairs(set)) {
    added.push(shifted(from, to, 0x41, 0x20), shifted(from, to, 0x61, -0x20));
    // a range that holds everything beyond ASCII holds all variants
    if (to > 0x7f && !(from <= 0x80 && to === LAST)) added.push(...variantsBeyondAscii(Math.max(from, 0x80), to));
  }
  return union(added);
}

/** The letters of a range that lie in the 26 from `first` on, in the other case. */
function shifted(from: number, to: number, first: number, by: number): CharSet {
  const [low, high] = [Math.max(from, first), Math.min(to, first + 25)];
  return low > high ? [] : [low + by, high + by];
}

function* variantsBeyondAscii(from: number, to: number): Generator<CharSet> {
  const families = caseFamilies();
  for (let code = from; code <= to; code += 1)
    for (const variant of families.get(upper(code)) ?? []) yield one(variant);
}

let families: ReadonlyMap<number, readonly number[]> | undefined;

/** All characters beyond ASCII that have the same capital, where there are several. Made when first asked for. */
function caseFamilies(): ReadonlyMap<number, readonly number[]> {
  if (families !== undefined) return families;
  const all = new Map<number, number[]>();
  for (let code = 0x80; code <= LAST; code += 1) {
    const capital = upper(code);
    if (capital === code) continue;
    const family = all.get(capital);
    if (family === undefined) all.set(capital, [capital, code]);
    else family.push(code);
  }
  return (families = all);
}

/** `Canonicalize` of ECMAScript (without the flag u). */
function upper(code: number): number {
  const capital = String.fromCharCode(code).toUpperCase();
  if (capital.length !== 1) return code;
  const capitalCode = capital.charCodeAt(0);
  return code >= 0x80 && capitalCode < 0x80 ? code : capitalCode;
}
