import type { TurnSummary } from '../model/state/turn.js';
import type { InnerSpan, PlacedSpan } from './inner-span.js';
import { innerSum, type InnerSum } from './inner-sum.js';

/** What an agent told of one turn. */
export interface InnerTurn {
  readonly turn: TurnSummary;
  /** In the order in which they began. */
  readonly spans: readonly PlacedSpan[];
  /** What began after the turn, and before the next one of its session. */
  readonly after: readonly PlacedSpan[];
  readonly sum: InnerSum;
}

export interface InnerTurns {
  /** Only turns of which something was told, in the order of `turns`. */
  readonly turns: readonly InnerTurn[];
  /** How many spans belong to no turn: they came before the first, or it cannot be told to which. */
  readonly elsewhere: number;
}

/**
 * Places what an agent told on the turns of its recording: by the session it names and the time it began; without a session that
 * the recording knows, by time alone, where only one turn was in progress.
 *
 * @param atMs where a time of the wall clock, in µs since 1970, is on the timeline, in ms
 */
export function placeOnTurns(
  told: readonly InnerSpan[],
  turns: readonly TurnSummary[],
  atMs: (wallUs: number) => number,
): InnerTurns {
  const finder = new TurnFinder(turns);
  const places = new Map(turns.map((turn) => [turn, { within: [] as PlacedSpan[], after: [] as PlacedSpan[] }]));
  let elsewhere = 0;
  for (const { span, isExecution } of withoutAround(ofAgent(told, new Set(turns.map(({ sessionId }) => sessionId))))) {
    const placed = { ...span, fromMs: atMs(span.startUs), toMs: atMs(span.endUs), isExecution };
    const turn = finder.turnOf(placed);
    const place = turn && places.get(turn);
    if (turn === undefined || place === undefined) elsewhere += 1;
    else (placed.fromMs < turn.end.at ? place.within : place.after).push(placed);
  }
  const innerTurns = turns.flatMap((turn): InnerTurn[] => {
    const { within = [], after = [] } = places.get(turn) ?? {};
    if (within.length + after.length === 0) return [];
    const spans = byBeginning(within);
    return [{ turn, spans, after: byBeginning(after), sum: innerSum(turn, spans) }];
  });
  return { turns: innerTurns, elsewhere };
}

function begun({ asked, first }: TurnSummary): number {
  return (asked ?? first).at;
}

function byBeginning(spans: readonly PlacedSpan[]): PlacedSpan[] {
  return [...spans].sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs);
}

/**
 * Programs that the agent runs inherit its variables, and may export as well. They name no session of the recording: what does
 * not come from the agent's own service is left out, unless nothing names a session.
 */
function ofAgent(told: readonly InnerSpan[], sessions: ReadonlySet<string>): readonly InnerSpan[] {
  const services = new Set(told.filter(({ session }) => sessions.has(session ?? '')).map(({ service }) => service));
  const all = new Set(told.map(({ service }) => service));
  if (services.size === 0 && all.size === 1) return told;
  return told.filter(({ service }) => services.has(service));
}

/** Finds the turn to which a span belongs. */
class TurnFinder {
  /** By session, in the order in which they began. */
  readonly #ofSession = new Map<string, TurnSummary[]>();
  /** From `atMs` on, `turn` was the only one in progress; undefined: none was, or several. */
  readonly #alone: { readonly atMs: number; readonly turn: TurnSummary | undefined }[] = [];

  constructor(turns: readonly TurnSummary[]) {
    for (const turn of [...turns].sort((a, b) => begun(a) - begun(b))) {
      const own = this.#ofSession.get(turn.sessionId) ?? [];
      own.push(turn);
      this.#ofSession.set(turn.sessionId, own);
    }
    const open = new Set<TurnSummary>();
    const changes = turns.flatMap((turn) => [
      { atMs: begun(turn), turn, opens: true },
      { atMs: turn.end.at, turn, opens: false },
    ]);
    for (const { atMs, turn, opens } of changes.sort((a, b) => a.atMs - b.atMs || Number(a.opens) - Number(b.opens))) {
      if (opens) open.add(turn);
      else open.delete(turn);
      const [first, second] = open;
      this.#alone.push({ atMs, turn: second === undefined ? first : undefined });
    }
  }

  /** The turn in which a span began, or the last one before it in its session. */
  turnOf({ fromMs, session }: PlacedSpan): TurnSummary | undefined {
    const own = this.#ofSession.get(session ?? '');
    if (own !== undefined) return own[lastPlace(own, (turn) => begun(turn) <= fromMs)];
    return this.#alone[lastPlace(this.#alone, ({ atMs }) => atMs <= fromMs)]?.turn;
  }
}

/** The place of the last item that is so, where all before it are; -1 if there is none. */
function lastPlace<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Without spans that stand around others of the same thing: a tool around its execution, a step around its model calls. */
function withoutAround(told: readonly InnerSpan[]): { readonly span: InnerSpan; readonly isExecution: boolean }[] {
  const byId = new Map(told.filter(({ id }) => id !== '').map((span) => [span.id, span]));
  const outerOf = (span: InnerSpan): InnerSpan | undefined => {
    const outer = byId.get(span.parent);
    return outer !== span && outer?.kind === 'tool' ? outer : undefined;
  };
  const isExecution = (span: InnerSpan): boolean => {
    const outer = outerOf(span);
    return span.kind === 'tool' && outer !== undefined && (span.name === '' || span.name === outer.name);
  };
  const around = new Set(told.flatMap((span) => (isExecution(span) ? (outerOf(span) ?? []) : [])));
  const naming = new Set(
    told.filter(({ kind, name }) => kind === 'model' && name !== '').map(({ service }) => service),
  );
  return told
    .filter((span) => !around.has(span) && (span.kind !== 'model' || span.name !== '' || !naming.has(span.service)))
    .map((span) => {
      const { kind, name, call } = span;
      const outer = outerOf(span);
      // of a tool, its execution and the wait for its permission are told without its name
      const named = outer && { name: kind === 'tool' && name === '' ? outer.name : name, call: call ?? outer.call };
      return { span: { ...span, ...named }, isExecution: isExecution(span) };
    });
}
