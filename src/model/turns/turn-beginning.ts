import type { Exchange } from '../state/exchange.js';
import type { Turn, TurnSummary } from '../state/turn.js';

/**
 * The open turn that a prompt began (v1) or first works on (v2). An id may be in use twice, so the place counts too.
 */
export function turnOf({ open }: { readonly open: readonly Turn[] }, { key, seq }: Exchange): Turn | undefined {
  return open.find(({ request, asked }) => request === key && asked?.seq === seq);
}

/** The frame it begins with: the prompt, or the first of the agent's work. */
export function begunAt({ asked, first }: Pick<TurnSummary, 'asked' | 'first'>): number {
  return (asked ?? first).seq;
}

/** The open turn with a number. Turns are sorted by number, and there may be thousands. */
export function openTurn({ open }: { readonly open: readonly Turn[] }, number: number | undefined): Turn | undefined {
  if (number === undefined) return undefined;
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((open[middle]?.number ?? Infinity) < number) low = middle + 1;
    else high = middle;
  }
  const found = open[low];
  return found?.number === number ? found : undefined;
}
