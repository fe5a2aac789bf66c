import type { Sender } from '../wire/frame.js';
import type { Listener } from './observer.js';
import type { Step } from './state/step.js';

/** How long the answers to one method took. */
export interface MethodLatencies {
  readonly method: string;
  /** The side that sent the requests. */
  readonly asker: Sender;
  /** In ms, in the order of the answers. */
  readonly ms: number[];
  errors: number;
}

/** Collects how long every answer took, by method. */
export class LatencyCollector implements Listener {
  readonly byMethod = new Map<string, MethodLatencies>();

  message({ exchange, at, error, receiver }: Step): void {
    if (exchange === undefined) return;
    const key = `${receiver} ${exchange.method}`;
    const latencies = this.byMethod.get(key) ?? { method: exchange.method, asker: receiver, ms: [], errors: 0 };
    this.byMethod.set(key, latencies);
    latencies.ms.push(at - exchange.at);
    if (error !== undefined) latencies.errors += 1;
  }
}
