import { existsSync } from 'node:fs';
import { reasonOf } from '../errors.js';
import type { IngestProcess, IngestRequest } from './ingest-process.js';

/** How long after the agent's start the ingest begins, in ms: the start belongs to the agent. */
const START_AFTER_MS = 1000;

/** Starts the ingest a second after the agent or, if that comes first, when the traffic is over. */
export class IngestSchedule {
  readonly #request: IngestRequest;
  readonly #warn: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #ingest: Promise<IngestProcess | undefined> | undefined;
  #hasEnded = false;

  constructor(request: IngestRequest, warn: (text: string) => void) {
    this.#request = request;
    this.#warn = warn;
    this.#timer = setTimeout(() => {
      this.#ingest = this.#start();
    }, START_AFTER_MS);
    this.#timer.unref();
  }

  /** Waits until the ingest has ended, at most `limitMs`. Returns false where that is too short: it goes on by itself. */
  async finish(limitMs: number): Promise<boolean> {
    clearTimeout(this.#timer);
    let ingest = await (this.#ingest ??= this.#start());
    // killed, or sent away too early: another does the rest, rather than the next command
    if (this.#hasEnded && ingest?.complained() === false && existsSync(this.#request.journal))
      ingest = await this.#start();
    if (ingest === undefined || this.#hasEnded) return true;
    const limit = new Promise<void>((resolve) => {
      setTimeout(resolve, limitMs);
    });
    await Promise.race([ingest.ended, limit]);
    return this.#hasEnded;
  }

  async #start(): Promise<IngestProcess | undefined> {
    try {
      // not needed before the first byte, so not loaded before it
      const { startIngest } = await import('./ingest-process.js');
      const ingest = startIngest(this.#request, this.#warn);
      this.#hasEnded = false;
      void ingest.ended.then(() => {
        this.#hasEnded = true;
      });
      return ingest;
    } catch (thrown) {
      this.#warn(`the ingest could not be started (${reasonOf(thrown)}); the next turntable command does its work`);
      return undefined;
    }
  }
}
