import type { ChildProcess } from 'node:child_process';
import { reasonOf } from '../errors.js';

/** How long after the agent's start the ingest begins, in ms: the start belongs to the agent. */
const START_AFTER_MS = 1000;

/** Starts the ingest a second after the agent or, if that comes first, when the traffic is over. */
export class IngestSchedule {
  readonly #journal: string;
  readonly #warn: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #ingest: Promise<ChildProcess | undefined> | undefined;

  constructor(journal: string, warn: (text: string) => void) {
    this.#journal = journal;
    this.#warn = warn;
    this.#timer = setTimeout(() => {
      this.#ingest = this.#start();
    }, START_AFTER_MS);
    this.#timer.unref();
  }

  /** Waits until the ingest has ended, at most `limitMs`. It goes on by itself if that is too short. */
  async finish(limitMs: number): Promise<void> {
    clearTimeout(this.#timer);
    let ingest = await (this.#ingest ??= this.#start());
    // killed, or sent away too early: it would leave the rest to the next command
    if (ingest !== undefined && (ingest.signalCode !== null || ingest.exitCode === 0)) ingest = await this.#start();
    if (ingest === undefined || hasEnded(ingest)) return;
    const running = ingest;
    await new Promise<void>((done) => {
      running.once('exit', () => {
        done();
      });
      setTimeout(done, limitMs);
    });
  }

  async #start(): Promise<ChildProcess | undefined> {
    try {
      // not needed before the first byte, so not loaded before it
      const { startIngest } = await import('./ingest-process.js');
      return startIngest(this.#journal, this.#warn);
    } catch (thrown) {
      this.#warn(`the ingest could not be started (${reasonOf(thrown)}); the next turntable command does its work`);
      return undefined;
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
