import {
  compareLatencies,
  compareSessions,
  alignSessions,
  ofKind,
  SESSION_KINDS,
  type Units,
} from './compare-sessions.js';
import {
  DIFFERENCE_KINDS,
  type CompareOptions,
  type Difference,
  type DifferenceKind,
  type Where,
} from './difference.js';
import { DifferenceFinder } from './finder.js';
import { withoutReplaced } from './replaced.js';
import type { Item, Outline, SessionOutline, TurnOutline } from './outline.js';

/** Kinds that are compared only where that is asked for. */
const OPTIONAL: readonly DifferenceKind[] = ['text', 'violation', 'latency'];

/** What is compared, and where it differs. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** The kinds that were compared. */
  readonly compared: readonly DifferenceKind[];
}

/**
 * Compares two conversations by meaning. Each difference is one precise thing: what one side has more or less shifts nothing
 * else. With the conversations swapped it finds the same, swapped; but of latencies only what B is slower in.
 */
export function compare(a: Outline, b: Outline, options: CompareOptions = {}): Comparison {
  const compared = DIFFERENCE_KINDS.filter((kind) => isCompared(kind, options, a.hasTimes && b.hasTimes));
  const finder = new DifferenceFinder(new Set(compared), options);
  compareHandshakes(finder, a, b);
  for (const kind of SESSION_KINDS) {
    const lane = finder.lane(kind, ofKind(a.items, kind), ofKind(b.items, kind), {});
    if (kind === 'exchange') compareLatencies(finder, lane.pairs, {});
  }
  finder.settle();
  const sessions = alignSessions(a.sessions, b.sessions);
  const turns = sessions.pairs.map(({ a: one, b: other }) => compareSessions(finder, one.outline, other.outline));
  for (const { outline } of sessions.onlyA) {
    finder.only('session', { a: sessionSide(outline) }, { session: { a: outline.number, b: undefined } });
  }
  for (const { outline } of sessions.onlyB) {
    finder.only('session', { b: sessionSide(outline) }, { session: { a: undefined, b: outline.number } });
  }
  compareViolations(finder, a, b, { sessions, turns });
  if (a.end !== undefined && b.end !== undefined) finder.lane('end', [a.end], [b.end], {});
  const found = finder.found.sort((one, other) => byPlace(one.where, other.where));
  return { differences: withoutReplaced(found, a, options.replaced ?? []), compared };
}

/** The connection first, then session by session: what belongs to all of it, its history, its turns, what is outside. */
function byPlace(one: Where, other: Where): number {
  const [own, others] = [placeOf(one), placeOf(other)];
  return own[0] - others[0] || own[1] - others[1];
}

function placeOf({ session, turn, part }: Where): [session: number, within: number] {
  const within = turn?.a ?? turn?.b ?? (part === undefined ? -2 : part === 'history' ? -1 : Number.MAX_SAFE_INTEGER);
  return [session?.a ?? session?.b ?? 0, within];
}

function isCompared(kind: DifferenceKind, options: CompareOptions, hasTimes: boolean): boolean {
  const { only, ignore = [], text, violations, latency } = options;
  if (ignore.includes(kind) || (kind === 'latency' && (latency === undefined || !hasTimes))) return false;
  const isAsked = { text, violation: violations, latency: latency !== undefined }[kind as string] === true;
  if (only !== undefined) return only.includes(kind);
  return !OPTIONAL.includes(kind) || isAsked;
}

function sessionSide({ number, seq, endSeq }: SessionOutline): { seq: number; endSeq: number; label: string } {
  return { seq, endSeq, label: `session ${number}` };
}

/** Each leaf of the handshake is announced for itself. */
function compareHandshakes(finder: DifferenceFinder, { handshake: a }: Outline, { handshake: b }: Outline): void {
  if (a !== undefined && b !== undefined) finder.leaves(a, b);
  else if (a !== undefined || b !== undefined) finder.only('handshake', { ...(a && { a }), ...(b && { b }) }, {});
}

/** Which rules were broken how often, turn by turn; what stands in what only one side has is left out. */
function compareViolations(
  finder: DifferenceFinder,
  a: Outline,
  b: Outline,
  { sessions, turns }: { sessions: Units<SessionOutline>; turns: readonly Units<TurnOutline>[] },
): void {
  if (!finder.wants('violation')) return;
  const lane = (ownA: readonly Item[], ownB: readonly Item[], where: Where) => {
    finder.lane('violation', ownA, ownB, where);
    finder.settle();
  };
  lane(outsideOfSessions(a), outsideOfSessions(b), {});
  for (const [i, pair] of sessions.pairs.entries()) {
    const session = { a: pair.a.outline.number, b: pair.b.outline.number };
    const ownA = a.violations.get(pair.a.outline.id) ?? [];
    const ownB = b.violations.get(pair.b.outline.id) ?? [];
    const inTurn = (items: readonly Item[], number: number | undefined) => items.filter(({ turn }) => turn === number);
    lane(inTurn(ownA, undefined), inTurn(ownB, undefined), { session });
    for (const { a: one, b: other } of turns[i]?.pairs ?? []) {
      const turn = { a: one.outline.number, b: other.outline.number };
      lane(inTurn(ownA, turn.a), inTurn(ownB, turn.b), { session, turn });
    }
  }
}

/** Violations that name no session, or one that never was. */
function outsideOfSessions({ violations, sessions }: Outline): Item[] {
  const ids = new Set(sessions.map(({ id }) => id));
  return [...violations].flatMap(([id, items]) => (ids.has(id) ? [] : items));
}
