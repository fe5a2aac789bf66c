import type { ViolationMark } from './frame-facts.js';

/** The part of a turn summary that filters use. */
export interface TurnPlace {
  readonly sessionId: string;
  readonly number: number;
  readonly first: { readonly seq: number };
  readonly end: { readonly seq: number };
}

/** Where the turns and violations of a recording are. Filters cannot see these in a frame alone. */
export class FilterMarks {
  readonly turns: readonly TurnPlace[];
  readonly violations: readonly ViolationMark[];
  readonly #violationsAt = new Map<number, ViolationMark[]>();
  readonly #turnsOf = new Map<string, { readonly turn: TurnPlace; lastEnd: number }[]>();

  constructor({ turns, violations }: { turns: readonly TurnPlace[]; violations: readonly ViolationMark[] }) {
    this.turns = turns;
    this.violations = violations;
    for (const mark of violations) {
      const there = this.#violationsAt.get(mark.seq);
      if (there === undefined) this.#violationsAt.set(mark.seq, [mark]);
      else there.push(mark);
    }
    for (const turn of [...turns].sort((a, b) => a.first.seq - b.first.seq)) {
      const own = this.#turnsOf.get(turn.sessionId) ?? [];
      own.push({ turn, lastEnd: Math.max(turn.end.seq, own.at(-1)?.lastEnd ?? 0) });
      this.#turnsOf.set(turn.sessionId, own);
    }
  }

  violationsAt(seq: number): readonly ViolationMark[] {
    return this.#violationsAt.get(seq) ?? NONE;
  }

  /** The turns of a session that contain a frame. */
  turnsAt(seq: number, sessionId: string): readonly TurnPlace[] {
    const own = this.#turnsOf.get(sessionId) ?? [];
    const found: TurnPlace[] = [];
    for (let i = countUntil(own, seq) - 1; i >= 0; i -= 1) {
      const { turn, lastEnd } = own[i] ?? { lastEnd: -1 };
      if (turn === undefined || lastEnd < seq) break;
      if (turn.end.seq >= seq) found.push(turn);
    }
    return found;
  }
}

const NONE: readonly ViolationMark[] = [];

/** How many of the turns have begun by `seq`. */
function countUntil(turns: readonly { readonly turn: TurnPlace }[], seq: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.turn.first.seq ?? Infinity) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
