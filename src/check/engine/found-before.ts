import type { Exchange } from '../../model/state/exchange.js';
import type { Moment } from '../../model/state/moment.js';
import type { Sender } from '../../wire/frame.js';

/** A frame that breaks JSON-RPC or is no JSON at all, and the rule that says so. */
export interface LastBad extends Moment {
  readonly rule: string;
}

const NOTHING: readonly string[] = [];

/** What the checker found earlier, as far as rules ask about it again. */
export class FoundBefore {
  /** The last bad frame of each side. */
  readonly lastBad: Record<Sender, LastBad | undefined> = { client: undefined, agent: undefined };
  readonly #faults = new WeakMap<Exchange, string[]>();

  /** Rules that a request broke, infos left out. */
  readonly faultsOf = (exchange: Exchange): readonly string[] => this.#faults.get(exchange) ?? NOTHING;

  addFault(exchange: Exchange, rule: string): void {
    const faults = this.#faults.get(exchange);
    if (faults === undefined) this.#faults.set(exchange, [rule]);
    else faults.push(rule);
  }
}
