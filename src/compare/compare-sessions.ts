import { align, type Alignable, type Alignment } from './align.js';
import type { Where } from './difference.js';
import { type DifferenceFinder, sideOf } from './finder.js';
import type { Item, ItemKind, SessionOutline, TurnOutline } from './outline.js';
import { latencySummary } from './difference-summaries.js';

/** What a turn holds, in the order in which differences are told. */
const TURN_KINDS: readonly ItemKind[] = ['request', 'plan', 'text', 'content', 'notification', 'malformed', 'usage'];
/** The same of what belongs to a session, or to none. */
export const SESSION_KINDS: readonly ItemKind[] = [
  'exchange',
  'request',
  'notification',
  'update',
  'malformed',
  'usage',
];

/** Sessions and turns as they are aligned. */
interface Unit<T> extends Alignable {
  readonly outline: T;
}

export type Units<T> = Alignment<Unit<T>>;

/** Finds for each session its other half: by what was asked in it, else by the order in which they came. */
export function alignSessions(a: readonly SessionOutline[], b: readonly SessionOutline[]): Units<SessionOutline> {
  const unitOf = (outline: SessionOutline): Unit<SessionOutline> => {
    const prompts = outline.turns.map(promptKey);
    const exact = [...outline.items, ...outline.turns.flatMap(({ items }) => items)].map(({ keys }) => keys[0] ?? '');
    return { outline, keys: [[...prompts, ...exact].join('\n'), prompts.join('\n'), prompts[0] ?? ''] };
  };
  return align(a.map(unitOf), b.map(unitOf), { unordered: true, byPlace: true });
}

/** Finds for each turn its other half: by what was asked, else by its place between others. */
function alignTurns(a: readonly TurnOutline[], b: readonly TurnOutline[]): Units<TurnOutline> {
  const unitOf = (outline: TurnOutline): Unit<TurnOutline> => {
    const prompt = promptKey(outline);
    const all = outline.end === undefined ? outline.items : [...outline.items, outline.end];
    return { outline, keys: [[prompt, ...all.map(({ keys }) => keys[1] ?? '')].join('\n'), prompt] };
  };
  return align(a.map(unitOf), b.map(unitOf), { byPlace: true });
}

function promptKey({ prompts }: TurnOutline): string {
  return prompts.map(({ keys }) => keys[0] ?? '').join(' ');
}

/** Compares two sessions. @returns the turns, half to half */
export function compareSessions(finder: DifferenceFinder, a: SessionOutline, b: SessionOutline): Units<TurnOutline> {
  const session = { a: a.number, b: b.number };
  compareHistories(finder, a, b);
  const turns = alignTurns(a.turns, b.turns);
  // what came in a turn that only one side has is a part of that difference
  const [ownA, goneA] = withoutTurns(a, turns.onlyA);
  const [ownB, goneB] = withoutTurns(b, turns.onlyB);
  for (const kind of SESSION_KINDS) {
    const lane = finder.lane(kind, ofKind(ownA, kind), ofKind(ownB, kind), { session });
    if (kind === 'exchange') compareLatencies(finder, lane.pairs, { session });
  }
  for (const { a: one, b: other, moved } of turns.pairs) {
    const where = { session, turn: { a: one.outline.number, b: other.outline.number } };
    compareTurns(finder, one.outline, other.outline, where);
    if (moved) {
      const [sideA, sideB] = [turnSide(one.outline), turnSide(other.outline)];
      const summary = `${sideA.label} of A is ${sideB.label} of B`;
      finder.add({ kind: 'turn', where, a: sideA, b: sideB, changes: [], summary });
    }
  }
  for (const { outline } of turns.onlyA) {
    finder.only('turn', { a: turnSide(outline) }, { session, turn: { a: outline.number, b: undefined } });
  }
  for (const { outline } of turns.onlyB) {
    finder.only('turn', { b: turnSide(outline) }, { session, turn: { a: undefined, b: outline.number } });
  }
  compareParts(finder, a.outside, b.outside, { session, part: 'outside' });
  finder.settle({ a: goneA, b: goneB });
  return turns;
}

/** The items of a session that came in none of some turns, and those that did. */
function withoutTurns({ items }: SessionOutline, turns: readonly Unit<TurnOutline>[]): [own: Item[], gone: Item[]] {
  const numbers = new Set(turns.map(({ outline: { number } }) => number));
  const isGone = ({ turn }: Item) => turn !== undefined && numbers.has(turn);
  return [items.filter((item) => !isGone(item)), items.filter(isGone)];
}

function compareHistories(finder: DifferenceFinder, a: SessionOutline, b: SessionOutline): void {
  const where: Where = { session: { a: a.number, b: b.number }, part: 'history' };
  const sideOfPart = ({ seq, endSeq }: TurnOutline) => ({ seq, endSeq, label: `the history of session ${a.number}` });
  if (a.history !== undefined && b.history === undefined) finder.only('turn', { a: sideOfPart(a.history) }, where);
  else if (a.history === undefined && b.history !== undefined) {
    finder.only('turn', { b: sideOfPart(b.history) }, where);
  } else compareParts(finder, a.history, b.history, where);
}

function compareParts(
  finder: DifferenceFinder,
  a: TurnOutline | undefined,
  b: TurnOutline | undefined,
  where: Where,
): void {
  if (a !== undefined || b !== undefined) compareTurns(finder, a ?? NOTHING, b ?? NOTHING, where);
}

const NOTHING: TurnOutline = {
  number: undefined,
  seq: 0,
  endSeq: 0,
  prompts: [],
  end: undefined,
  items: [],
  agentMs: undefined,
  firstOutputMs: undefined,
};

/** Compares two turns, or two parts that stand outside of turns. */
function compareTurns(finder: DifferenceFinder, a: TurnOutline, b: TurnOutline, where: Where): void {
  finder.lane('prompt', a.prompts, b.prompts, where);
  const calls = finder.lane('tool-call', ofKind(a.items, 'tool-call'), ofKind(b.items, 'tool-call'), where);
  finder.lane('permission', ...permissionsByCall(a, b, calls), where);
  for (const kind of TURN_KINDS) finder.lane(kind, ofKind(a.items, kind), ofKind(b.items, kind), where);
  const ends = [a.end, b.end].map((end) => (end === undefined ? [] : [end]));
  finder.lane('stop-reason', ends[0] ?? [], ends[1] ?? [], where);
  compareTurnLatencies(finder, a, b, where);
}

export function ofKind(items: readonly Item[], kind: ItemKind): Item[] {
  return items.filter((item) => item.kind === kind);
}

/** A permission belongs to the one that was asked for the same call; those of a call that is missing are missing with it. */
function permissionsByCall(a: TurnOutline, b: TurnOutline, { pairs, onlyA, onlyB }: Alignment<Item>): [Item[], Item[]] {
  const own = ({ items }: TurnOutline, gone: readonly Item[], side: 'a' | 'b') => {
    const missing = new Set(gone.map(({ seq }) => seq));
    const names = new Map(pairs.map((pair, i) => [pair[side].seq, String(i)]));
    return ofKind(items, 'permission')
      .filter(({ call }) => call === undefined || !missing.has(call))
      .map((item) => {
        const name = call(item, names);
        return { ...item, keys: item.keys.map((key) => `${name} ${key}`), loose: name };
      });
  };
  return [own(a, onlyA, 'a'), own(b, onlyB, 'b')];
}

function call({ call: seq }: Item, names: ReadonlyMap<number, string>): string {
  return seq === undefined ? 'no call' : (names.get(seq) ?? 'a call of another turn');
}

function turnSide({ number, seq, endSeq }: TurnOutline): { seq: number; endSeq: number; label: string } {
  return { seq, endSeq, label: `turn ${number ?? ''}` };
}

function compareTurnLatencies(finder: DifferenceFinder, a: TurnOutline, b: TurnOutline, where: Where): void {
  const label = `turn ${a.number ?? ''}`;
  const [sideA, sideB] = [turnSide(a), turnSide(b)];
  for (const [what, msA, msB] of [
    [`${label}: the first output`, a.firstOutputMs, b.firstOutputMs],
    [`${label} without the time of the client`, a.agentMs, b.agentMs],
  ] as const) {
    if (msA === undefined || msB === undefined || !finder.isSlower(msA, msB)) continue;
    const changes = [{ path: '/ms', a: Math.round(msA), b: Math.round(msB) }];
    finder.add({ kind: 'latency', where, a: sideA, b: sideB, changes, summary: latencySummary(what, msA, msB) });
  }
}

/** The answers to what the client asked. */
export function compareLatencies(
  finder: DifferenceFinder,
  pairs: readonly { readonly a: Item; readonly b: Item }[],
  where: Where,
): void {
  for (const { a, b } of pairs) {
    if (a.ms === undefined || b.ms === undefined || !finder.isSlower(a.ms, b.ms)) continue;
    const changes = [{ path: '/ms', a: Math.round(a.ms), b: Math.round(b.ms) }];
    const summary = latencySummary(`the answer to ${a.label}`, a.ms, b.ms);
    finder.add({ kind: 'latency', where, a: sideOf(a), b: sideOf(b), changes, summary });
  }
}
