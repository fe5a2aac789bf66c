import { stallOverText, stallsIn, stallText, type Stall } from '../../report/waits/stalls.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';

/** Between two looks, in ms. Not shorter, because answering who waits for whom takes longer than looking for a frame. */
const LOOK_MS = 250;

/** Reports each wait without progress once, and once when it goes on. */
export class StallWatch {
  readonly #limitMs: number | undefined;
  readonly #told = new Map<string, Stall>();
  #nextLookMs = -Infinity;

  /** @param limitMs how long a wait may go without progress, in ms; undefined: as long as is usual in the recording */
  constructor(limitMs?: number) {
    this.#limitMs = limitMs;
  }

  /**
   * The new reports, one line each; they may hold control characters.
   *
   * @param wallMs now, in ms
   * @param ask answers who waits for whom; undefined if nobody does any more. It is not called at each look
   */
  look(wallMs: number, ask: () => WhyJson | undefined): string[] {
    if (wallMs < this.#nextLookMs) return [];
    this.#nextLookMs = wallMs + LOOK_MS;
    const why = ask();
    if (why === undefined || why.atMs === null) return [];
    const { atMs } = why;
    const open = new Set(stallsIn(why, 0).map(({ key }) => key));
    const over = [...this.#told.values()].filter(({ key }) => !open.has(key));
    const fresh = stallsIn(why, this.#limitMs).filter(({ key }) => !this.#told.has(key));
    for (const { key } of over) this.#told.delete(key);
    for (const stall of fresh) this.#told.set(stall.key, stall);
    return [...over.map((stall) => stallOverText(stall, atMs)), ...fresh.map((stall) => stallText(stall, atMs))];
  }
}
