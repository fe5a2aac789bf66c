import type { Exchange } from '../../model/state/exchange.js';
import type { Moment } from '../../model/state/moment.js';
import type { Sender } from '../../wire/frame.js';

/** A frame that violates JSON-RPC or is not JSON, and the rule that reported it. */
export interface LastBad extends Moment {
  readonly rule: string;
}

const NOTHING: readonly string[] = [];

/** Earlier findings that rules ask about again. */
export class FoundBefore {
  /** The last bad frame of each side. */
  readonly lastBad: Record<Sender, LastBad | undefined> = { client: undefined, agent: undefined };
  readonly #faults = new WeakMap<Exchange, string[]>();

  /** The rules that a request violated, without infos. */
  readonly faultsOf = (exchange: Exchange): readonly string[] => this.#faults.get(exchange) ?? NOTHING;

  addFault(exchange: Exchange, rule: string): void {
    const faults = this.#faults.get(exchange);
    if (faults === undefined) this.#faults.set(exchange, [rule]);
    else faults.push(rule);
  }
}
