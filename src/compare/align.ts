import { diffArrays, type ArrayChange } from 'diff';

/** What finds its other half, and by what. */
export interface Alignable {
  /** From exactly to loosely: what has the same key is the same thing, the first key first. */
  readonly keys: readonly string[];
  /** What has the same is likely to be the same thing, if it stands between the same things. */
  readonly loose?: string;
}

export interface AlignOptions {
  /** In which order things came says nothing. */
  readonly unordered?: boolean;
  /** What stands in the same place between the same things is the same thing, though nothing else says so. */
  readonly byPlace?: boolean;
}

/** Two halves of one thing. */
export interface Pair<T> {
  readonly a: T;
  readonly b: T;
  /** It stands before something in one sequence that it stands after in the other. */
  readonly moved: boolean;
}

/** Two sequences, half to half. */
export interface Alignment<T> {
  readonly pairs: readonly Pair<T>[];
  readonly onlyA: readonly T[];
  readonly onlyB: readonly T[];
}

/** Sequences that differ in more places than this are aligned by their order. */
const MOST_EDITS = 2_000;

/** Finds for each thing of `a` its other half in `b`. With the sequences swapped it finds the same. */
export function align<T extends Alignable>(a: readonly T[], b: readonly T[], options: AlignOptions = {}): Alignment<T> {
  const aligner = new Aligner(a, b);
  const tiers = Math.max(a[0]?.keys.length ?? 0, b[0]?.keys.length ?? 0);
  const sure = Array.from({ length: tiers }, (_, tier) => (one: T) => one.keys[tier]);
  if (options.unordered !== true) for (const key of sure) aligner.inOrder(key);
  for (const key of sure) aligner.anywhere(key);
  if (options.unordered !== true) aligner.inOrder(({ loose }) => loose);
  if (options.byPlace === true) aligner.byPlace();
  return aligner.alignment();
}

type KeyOf<T> = (one: T) => string | undefined;

/** A thing in its place. */
interface Placed<T> {
  readonly place: number;
  readonly one: T;
}

class Aligner<T extends Alignable> {
  readonly #a: readonly Placed<T>[];
  readonly #b: readonly Placed<T>[];
  /** Halves of what keeps its order, and of what does not. */
  readonly #ordered = new Map<Placed<T>, Placed<T>>();
  readonly #moved = new Map<Placed<T>, Placed<T>>();

  constructor(a: readonly T[], b: readonly T[]) {
    this.#a = a.map((one, place) => ({ place, one }));
    this.#b = b.map((one, place) => ({ place, one }));
  }

  /** The longest common subsequence of what has no half yet and stands between things that have. */
  inOrder(key: KeyOf<T>): void {
    for (const [fromA, fromB] of this.#gaps()) {
      for (const [a, b] of commonOf(keyed(fromA, key), keyed(fromB, key))) this.#ordered.set(a, b);
    }
  }

  /** What is left, wherever it stands. */
  anywhere(key: KeyOf<T>): void {
    const [leftA, leftB] = this.#left();
    const free = new Map<string, Placed<T>[]>();
    for (const [own, b] of keyed(leftB, key)) {
      const known = free.get(own);
      if (known === undefined) free.set(own, [b]);
      else known.push(b);
    }
    for (const [own, a] of keyed(leftA, key)) {
      const b = free.get(own)?.shift();
      if (b !== undefined) this.#moved.set(a, b);
    }
  }

  /** What is left between the same neighbours, where it is as much on both sides. */
  byPlace(): void {
    for (const [fromA, fromB] of this.#gaps()) {
      if (fromA.length !== fromB.length) continue;
      for (const [at, a] of fromA.entries()) {
        const b = fromB[at];
        if (b !== undefined) this.#ordered.set(a, b);
      }
    }
  }

  alignment(): Alignment<T> {
    const [leftA, leftB] = this.#left();
    const pairs = [
      ...[...this.#ordered].map(([a, b]) => ({ place: a.place, pair: { a: a.one, b: b.one, moved: false } })),
      ...[...this.#moved].map(([a, b]) => ({ place: a.place, pair: { a: a.one, b: b.one, moved: true } })),
    ];
    return {
      pairs: pairs.sort((x, y) => x.place - y.place).map(({ pair }) => pair),
      onlyA: leftA.map(({ one }) => one),
      onlyB: leftB.map(({ one }) => one),
    };
  }

  #left(): [Placed<T>[], Placed<T>[]] {
    const taken = new Set([...this.#ordered.values(), ...this.#moved.values()]);
    const leftA = this.#a.filter((a) => !this.#ordered.has(a) && !this.#moved.has(a));
    return [leftA, this.#b.filter((b) => !taken.has(b))];
  }

  /** The runs of what has no half yet, between things that keep their order. */
  #gaps(): [Placed<T>[], Placed<T>[]][] {
    const [leftA, leftB] = this.#left();
    const ends = [...this.#ordered].map(([a, b]) => [a.place, b.place] as const).sort(([i], [j]) => i - j);
    const [beforeA, beforeB] = [inRuns(leftA), inRuns(leftB)];
    return [...ends, [Infinity, Infinity] as const].map(([endA, endB]) => [beforeA(endA), beforeB(endB)]);
  }
}

/** Gives what stands before a place and was not given yet. */
function inRuns<T>(left: readonly Placed<T>[]): (end: number) => Placed<T>[] {
  let next = 0;
  return (end) => {
    const first = next;
    while ((left[next]?.place ?? Infinity) < end) next += 1;
    return left.slice(first, next);
  };
}

function keyed<T>(placed: readonly Placed<T>[], key: KeyOf<T>): [string, Placed<T>][] {
  return placed.flatMap((each): [string, Placed<T>][] => {
    const own = key(each.one);
    return own === undefined ? [] : [[own, each]];
  });
}

/** A longest common subsequence by keys; the same with `a` and `b` swapped. */
function commonOf<T>(a: readonly (readonly [string, T])[], b: readonly (readonly [string, T])[]): [T, T][] {
  if (a.length === 0 || b.length === 0) return [];
  const [keysA, keysB] = [a.map(([key]) => key), b.map(([key]) => key)];
  if (keysA.join('\0') > keysB.join('\0')) return commonOf(b, a).map(([one, other]) => [other, one]);
  const changes = diffArrays(keysA, keysB, { maxEditLength: MOST_EDITS });
  const places = changes === undefined ? samePlaces(keysA, keysB) : commonIn(changes);
  return places.flatMap(([i, j]): [T, T][] => {
    const [one, other] = [a[i], b[j]];
    return one === undefined || other === undefined ? [] : [[one[1], other[1]]];
  });
}

function commonIn(changes: readonly ArrayChange<string>[]): [number, number][] {
  const places: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (let n = 0; n < count; n += 1) places.push([i + n, j + n]);
    i += added ? 0 : count;
    j += removed ? 0 : count;
  }
  return places;
}

function samePlaces(a: readonly string[], b: readonly string[]): [number, number][] {
  return a.flatMap((key, i): [number, number][] => (key === b[i] ? [[i, i]] : []));
}
