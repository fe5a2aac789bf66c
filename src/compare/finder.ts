import { align, type Alignment } from './align.js';
import type { Change, CompareOptions, Difference, DifferenceKind, Side, Where } from './difference.js';
import { leafChanges, type LeafChange } from './leaves.js';
import type { Item, ItemKind } from './outline.js';
import { ComparedPlaceholders } from './compared-placeholders.js';
import { changeSummary, onlySummary, placeText } from './difference-summaries.js';
import { textPieces } from './text-diff.js';

/** What stands in the same place is the same thing of these kinds, however much of it changed. */
const BY_PLACE: ReadonlySet<ItemKind> = new Set(['prompt', 'tool-call', 'permission', 'plan', 'stop-reason', 'end']);

/** Kinds whose order says something, where one came after the other was done. */
const IN_ORDER: ReadonlySet<ItemKind> = new Set(['tool-call', 'plan', 'text', 'content', 'request', 'exchange']);

/** Less than this more, in ms, is never slow. */
const SHORTEST_DELAY_MS = 100;

/** Something that only one side has, as far as its turn is looked at. */
interface Leftover {
  readonly item: Item;
  readonly where: Where;
}

/** Finds differences between items and collects them. */
export class DifferenceFinder {
  readonly found: Difference[] = [];
  readonly #kinds: ReadonlySet<DifferenceKind>;
  readonly #options: CompareOptions;
  readonly #placeholders = new ComparedPlaceholders();
  #leftA: Leftover[] = [];
  #leftB: Leftover[] = [];

  constructor(kinds: ReadonlySet<DifferenceKind>, options: CompareOptions) {
    this.#kinds = kinds;
    this.#options = options;
  }

  wants(kind: DifferenceKind): boolean {
    return this.#kinds.has(kind);
  }

  add(difference: Difference): void {
    if (this.wants(difference.kind)) this.found.push(difference);
  }

  /** Compares items of one kind. What only one side has may turn up elsewhere, until {@link settle}. */
  lane(kind: ItemKind, a: readonly Item[], b: readonly Item[], where: Where): Alignment<Item> {
    const said = (items: readonly Item[]) => items.filter((item) => this.#saysSomething(item));
    const alignment = align(said(a), said(b), { byPlace: BY_PLACE.has(kind), unordered: kind === 'violation' });
    for (const { a: one, b: other, moved } of alignment.pairs) {
      const changes = this.#changes(one, other);
      const isElsewhere = moved && IN_ORDER.has(kind) && isOutOfOrder(one, other, alignment);
      if (changes.length > 0) this.add(changed(one, other, where, changes));
      else if (isElsewhere) {
        const summary = `${one.label} comes at another point in B`;
        this.add({ kind, where, a: sideOf(one), b: sideOf(other), changes, summary });
      }
    }
    this.#leftA.push(...alignment.onlyA.map((item) => ({ item, where })));
    this.#leftB.push(...alignment.onlyB.map((item) => ({ item, where })));
    return alignment;
  }

  /**
   * What is left of a session: the same thing in another turn is one difference, all else is missing on one side.
   *
   * @param gone what stands in turns that only one side has: what the other side says elsewhere is not missing there
   */
  settle(gone: { readonly a: readonly Item[]; readonly b: readonly Item[] } = { a: [], b: [] }): void {
    const [leftA, leftB] = [without(this.#leftA, gone.b), without(this.#leftB, gone.a)];
    [this.#leftA, this.#leftB] = [[], []];
    const elsewhere = new Map<string, Leftover[]>();
    for (const left of leftB) {
      const known = elsewhere.get(nameOf(left.item));
      if (known === undefined) elsewhere.set(nameOf(left.item), [left]);
      else known.push(left);
    }
    for (const left of leftA) {
      const other = elsewhere.get(nameOf(left.item))?.shift();
      if (other === undefined) this.only(left.item.kind, { a: sideOf(left.item) }, left.where);
      else this.#elsewhere(left, other);
    }
    const missing = new Set([...elsewhere.values()].flat());
    for (const left of leftB) {
      if (missing.has(left)) this.only(left.item.kind, { b: sideOf(left.item) }, left.where);
    }
  }

  #elsewhere({ item: a, where: whereA }: Leftover, { item: b, where: whereB }: Leftover): void {
    const turn = { a: whereA.turn?.a, b: whereB.turn?.b };
    const where = { ...(whereA.session && { session: whereA.session }), turn };
    const summary = `${a.label} stands ${placeText(whereA, 'a')} in A, ${placeText(whereB, 'b')} in B`;
    this.add({ kind: a.kind, where, a: sideOf(a), b: sideOf(b), changes: [], summary });
  }

  only(
    kind: DifferenceKind,
    sides: { readonly a?: Side | undefined; readonly b?: Side | undefined },
    where: Where,
  ): void {
    this.add({ kind, where, a: sides.a, b: sides.b, changes: [], summary: onlySummary(kind, sides) });
  }

  /** Each leaf that differs is a difference of its own. */
  leaves(a: Item, b: Item): void {
    for (const change of this.#changes(a, b)) this.add(changed(a, b, {}, [change]));
  }

  /** Whether `b` took so many times as long as is asked for, and not only by a moment. Both in ms. */
  isSlower(a: number, b: number): boolean {
    const { latency } = this.#options;
    return this.wants('latency') && latency !== undefined && b > a * latency && b - a >= SHORTEST_DELAY_MS;
  }

  #comparesFree({ kind }: Item): boolean {
    return kind === 'usage' ? this.#options.usage === true : this.#kinds.has('text');
  }

  #saysSomething(item: Item): boolean {
    return Object.keys(item.facts).length > 0 || this.#comparesFree(item);
  }

  #changes(a: Item, b: Item): Change[] {
    const changes = leafChanges(a.facts, b.facts, this.#placeholders.isSame);
    if (this.#comparesFree(a)) changes.push(...leafChanges(a.free, b.free, this.#placeholders.isSame));
    return changes.map(withPieces);
  }
}

function without(left: readonly Leftover[], items: readonly Item[]): Leftover[] {
  const names = new Set(items.map(nameOf));
  return left.filter(({ item }) => !names.has(nameOf(item)));
}

/** What is the same wherever it stands. */
function nameOf({ kind, keys }: Item): string {
  return `${kind} ${keys[1] ?? ''}`;
}

export function sideOf({ seq, endSeq, label }: Side): Side {
  return { seq, endSeq, label };
}

function changed(a: Item, b: Item, where: Where, changes: readonly Change[]): Difference {
  const summary = changeSummary(a, b, changes);
  return { kind: a.kind, where, a: sideOf(a), b: sideOf(b), changes, summary };
}

/** Texts of more than a word are shown with the words that differ. */
function withPieces(change: LeafChange): Change {
  const { a, b } = change;
  if (typeof a !== 'string' || typeof b !== 'string' || !/\s/.test(a + b)) return change;
  return { ...change, pieces: textPieces(a, b) };
}

/** Whether something came wholly before one thing in A and wholly after it in B, or the other way around. */
function isOutOfOrder(a: Item, b: Item, { pairs }: Alignment<Item>): boolean {
  return pairs.some(
    ({ a: one, b: other }) =>
      (a.endSeq < one.seq && other.endSeq < b.seq) || (one.endSeq < a.seq && b.endSeq < other.seq),
  );
}
