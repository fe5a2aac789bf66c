import type { ReplayEngine } from '../../replay/engine/engine.js';

/** How long a client may be silent while it is waited for, in ms; 0: for ever. */
export interface SilenceLimits {
  readonly waitMs: number;
  /** Where a person decides when it speaks: a prompt, a permission. */
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

/** A timer that is so late, in ms, waited for a process that was busy. */
const BUSY_MS = 100;

/** Waits for the client of a replay, as long as it may be silent. */
export class ClientSilence {
  readonly #engine: ReplayEngine;
  readonly #limits: SilenceLimits;
  readonly #timers: Timers;
  readonly #tired: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param tired the client was silent for too long */
  constructor(
    engine: ReplayEngine,
    { limits, timers, tired }: { limits: SilenceLimits; timers: Timers; tired: () => void },
  ) {
    this.#engine = engine;
    this.#limits = limits;
    this.#timers = timers;
    this.#tired = tired;
  }

  /** Waits from now on. Who has to act is found out only once it lasts. */
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
      // a client in this process could not speak while that was busy
      if (this.#timers.now() - dueMs > BUSY_MS) this.begin();
      else if (limitMs > silentMs) this.#wait(limitMs - silentMs, silentMs);
      else if (limitMs > 0) this.#tired();
    }, ms);
  }

  /** How long whoever has to act may be silent; 0: for ever. */
  #limitMs(): number {
    const { waitMs, userWaitMs } = this.#limits;
    return this.#engine.divergence === undefined && this.#engine.isUsersTurn ? userWaitMs : waitMs;
  }
}
