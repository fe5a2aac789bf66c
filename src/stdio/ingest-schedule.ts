import { existsSync } from 'node:fs';
import { reasonOf } from '../errors.js';
import type { IngestProcess, IngestRequest } from './ingest-process.js';

/** How long after the agent's start the ingest begins, in ms: until then the machine belongs to the agent. */
const START_AFTER_MS = 200;

/** Where the recording is: in the database; not yet, the ingest goes on by itself; in its journal, for the next command. */
export type IngestOutcome = 'in' | 'late' | 'left';

/** Starts the ingest shortly after the agent or, if that comes first, when the traffic is over. */
export class IngestSchedule {
  readonly #request: IngestRequest;
  readonly #warn: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #ingest: Promise<IngestProcess | undefined> | undefined;

  constructor(request: IngestRequest, warn: (text: string) => void) {
    this.#request = request;
    this.#warn = warn;
    this.#timer = setTimeout(() => {
      this.#ingest = this.#start();
    }, START_AFTER_MS);
    this.#timer.unref();
  }

  /** Waits until the ingest has ended, at most `limitMs` in all. */
  async finish(limitMs: number): Promise<IngestOutcome> {
    clearTimeout(this.#timer);
    const limit = new Promise<'late'>((resolve) => {
      setTimeout(resolve, limitMs, 'late');
    });
    return Promise.race([limit, this.#complete()]);
  }

  async #complete(): Promise<IngestOutcome> {
    const { journal } = this.#request;
    const first = await (this.#ingest ??= this.#start());
    await first?.ended;
    // killed, or sent away too early: another does the rest, rather than the next command
    if (first?.complained() === false && existsSync(journal)) await (await this.#start())?.ended;
    return existsSync(journal) ? 'left' : 'in';
  }

  async #start(): Promise<IngestProcess | undefined> {
    try {
      // not needed before the first byte, so not loaded before it
      const { startIngest } = await import('./ingest-process.js');
      return startIngest(this.#request, this.#warn);
    } catch (thrown) {
      this.#warn(
        `the ingest could not be started (${reasonOf(thrown)}); the next turntable command brings the recording in`,
      );
      return undefined;
    }
  }
}
