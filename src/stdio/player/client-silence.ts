import type { ReplayEngine } from '../../replay/engine/engine.js';

/** How long a client may be silent while the replay waits for it, in ms; 0: for ever. */
export interface SilenceLimits {
  readonly waitMs: number;
  /** The limit if a person decides when the next message comes, such as a prompt or a permission. */
  readonly userWaitMs: number;
}

export interface Timers {
  setTimeout(callback: () => void, ms: number): NodeJS.Timeout;
  clearTimeout(timer: NodeJS.Timeout | undefined): void;
  /** A monotonic clock, in ms. */
  now(): number;
}

export const CLOCK: Timers = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => {
    clearTimeout(timer);
  },
  now: () => performance.now(),
};

/** A timer that is later than this, in ms, was delayed by a busy process. */
const BUSY_MS = 100;

/** Waits for the client of a replay, as long as it may be silent. */
export class ClientSilence {
  readonly #engine: ReplayEngine;
  readonly #limits: SilenceLimits;
  readonly #timers: Timers;
  readonly #tired: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param tired called when the client was silent for too long */
  constructor(
    engine: ReplayEngine,
    { limits, timers, tired }: { limits: SilenceLimits; timers: Timers; tired: () => void },
  ) {
    this.#engine = engine;
    this.#limits = limits;
    this.#timers = timers;
    this.#tired = tired;
  }

  /** Starts to wait. Who has to act is found out only when the wait has lasted for some time. */
  begin(): void {
    this.end();
    const isDiverged = this.#engine.divergence !== undefined;
    if (!isDiverged && !this.#engine.isAwaiting) return;
    const { waitMs, userWaitMs } = this.#limits;
    const shortestMs = Math.min(...[waitMs, userWaitMs].filter((ms) => ms > 0));
    if (shortestMs !== Infinity) this.#wait(shortestMs, 0);
  }

  end(): void {
    this.#timers.clearTimeout(this.#timer);
  }

  /** @param before how long it was silent before, in ms */
  #wait(ms: number, before: number): void {
    const dueMs = this.#timers.now() + ms;
    this.#timer = this.#timers.setTimeout(() => {
      const limitMs = this.#limitMs();
      const silentMs = before + ms;
      // a client in this process could not send anything while the process was busy
      if (this.#timers.now() - dueMs > BUSY_MS) this.begin();
      else if (limitMs > silentMs) this.#wait(limitMs - silentMs, silentMs);
      else if (limitMs > 0) this.#tired();
    }, ms);
  }

  /** The limit for whoever has to act; 0: for ever. */
  #limitMs(): number {
    const { waitMs, userWaitMs } = this.#limits;
    return this.#engine.divergence === undefined && this.#engine.isUsersTurn ? userWaitMs : waitMs;
  }
}
