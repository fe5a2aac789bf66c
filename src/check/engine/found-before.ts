import type { Exchange } from '../../model/state/exchange.js';

const NOTHING: readonly string[] = [];

/** What the checker found in requests, as far as rules ask about it again. */
export class FoundBefore {
  readonly #faults = new WeakMap<Exchange, string[]>();

  /** Rules that a request broke, infos left out. */
  readonly faultsOf = (exchange: Exchange): readonly string[] => this.#faults.get(exchange) ?? NOTHING;

  addFault(exchange: Exchange, rule: string): void {
    const faults = this.#faults.get(exchange);
    if (faults === undefined) this.#faults.set(exchange, [rule]);
    else faults.push(rule);
  }
}
