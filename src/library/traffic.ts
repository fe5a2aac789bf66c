import type { PassedChunk } from '../tasks/waiting/chunk-waits.js';
import type { Sender } from '../wire/frame.js';

/** As it was when this was loaded: a test that sets the clock does not set this one. */
const clockMs = performance.now.bind(performance);

/** What passed through the streams of an agent, kept as it came: it is read when someone asks what is waited for. */
export class Traffic {
  /** By the clock of this process. */
  readonly #chunks: PassedChunk[] = [];

  get nowMs(): number {
    return clockMs();
  }

  /** @param bytes are kept, and must not change */
  add(sender: Sender, bytes: Uint8Array): void {
    this.#chunks.push({ sender, bytes, atMs: clockMs() });
  }

  /** What has passed since it was last asked for. */
  take(): PassedChunk[] {
    return this.#chunks.splice(0);
  }
}
