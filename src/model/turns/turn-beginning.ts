import type { Exchange } from '../state/exchange.js';
import type { Turn, TurnSummary } from '../state/turn.js';

interface OpenTurns {
  readonly open: readonly Turn[];
}

/**
 * The open turn that a prompt began (v1) or first works on (v2). An id may be in use twice, so the place counts too.
 */
export function turnOf({ open }: OpenTurns, { key, seq }: Exchange): Turn | undefined {
  // prompts stand in their order; those of one batch have one place
  for (let i = firstFrom(open, (turn) => (turn.asked ?? turn).seq, seq); i < open.length; i += 1) {
    const turn = open[i];
    if ((turn?.asked ?? turn)?.seq !== seq) return undefined;
    if (turn?.request === key && turn.asked !== undefined) return turn;
  }
  return undefined;
}

/** The frame it begins with: the prompt, or the first of the agent's work. */
export function begunAt({ asked, first }: Pick<TurnSummary, 'asked' | 'first'>): number {
  return (asked ?? first).seq;
}

/** The open turn with a number. */
export function openTurn({ open }: OpenTurns, number: number | undefined): Turn | undefined {
  if (number === undefined) return undefined;
  const found = open[placeOf({ open }, number)];
  return found?.number === number ? found : undefined;
}

/** The index of the turn with a number among the open turns, if it is open. */
export function placeOf({ open }: OpenTurns, number: number): number {
  return firstFrom(open, (turn) => turn.number, number);
}

/** The first place whose value is not below `least`. The values are in order, and there may be thousands. */
function firstFrom(open: readonly Turn[], valueOf: (turn: Turn) => number, least: number): number {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const turn = open[middle];
    if (turn !== undefined && valueOf(turn) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
