import type { Exchange } from '../state/exchange.js';
import type { Turn, TurnSummary } from '../state/turn.js';

/** The open turn that a prompt began (v1), or that works on it first (v2). An id may be in use twice: the place counts too. */
export function turnOf({ open }: { readonly open: readonly Turn[] }, { key, seq }: Exchange): Turn | undefined {
  return open.find(({ request, asked }) => request === key && asked?.seq === seq);
}

/** The frame it begins with: the prompt, or the first of the agent's work. */
export function begunAt({ asked, first }: Pick<TurnSummary, 'asked' | 'first'>): number {
  return (asked ?? first).seq;
}
