import type { PassedChunk } from '../tasks/waiting/chunk-waits.js';
import type { Sender } from '../wire/frame.js';

/** As it was when this was loaded: a test that sets the clock does not set this one. */
const clockMs = performance.now.bind(performance);

/** A moment in the traffic. */
export interface TrafficMoment {
  /** So many chunks had passed. */
  readonly chunks: number;
  /** By the clock of this process. */
  readonly atMs: number;
}

/** What passed through the streams of an agent, kept as it came: it is read when someone asks what is waited for. */
export class Traffic {
  /** By the clock of this process. */
  readonly #chunks: PassedChunk[] = [];
  #taken = 0;

  get now(): TrafficMoment {
    return { chunks: this.#taken + this.#chunks.length, atMs: clockMs() };
  }

  /** @param bytes are kept, and must not change */
  add(sender: Sender, bytes: Uint8Array): void {
    this.#chunks.push({ sender, bytes, atMs: clockMs() });
  }

  /** What has passed until then, and was not taken before. */
  take({ chunks }: TrafficMoment): PassedChunk[] {
    const taken = this.#chunks.splice(0, Math.max(0, chunks - this.#taken));
    this.#taken += taken.length;
    return taken;
  }
}
