/** Between two looks at a reader that has something to read, in ms. */
const LOOK_MS = 1000;
/**
 * A reader that takes nothing at this many looks in a row has stopped. Fewer would not tell it from a slow one: what is read from a
 * socket pair shows in steps of some 160 kB.
 */
const IDLE_LOOKS = 3;

/** What has come for a reader so far, and how much of it waits for it, in bytes. */
export interface Reading {
  readonly readBytes: number;
  readonly pendingBytes: number;
}

/** What is known when a reader stops, or reads again. */
export interface Standstill {
  /** Bytes that wait for it in this process. */
  readonly pendingBytes: number;
  /** How long it has taken nothing. */
  readonly ms: number;
}

/**
 * Notices a reader that does not read: its pipe is full, and it takes nothing of what is pending. It looks only while something is
 * pending, so a reader that keeps up costs nothing.
 */
export class ReaderWatch {
  readonly #relay: Reading;
  readonly #tell: (reads: boolean, standstill: Standstill) => void;
  #timer: NodeJS.Timeout | undefined;
  #takenBytes = 0;
  /** When it was last known to take something, or to have nothing to take. */
  #takenAtMs = 0;
  #idleLooks = 0;

  /** @param tell told when the reader stops, and when it reads again */
  constructor(relay: Reading, tell: (reads: boolean, standstill: Standstill) => void) {
    this.#relay = relay;
    this.#tell = tell;
  }

  /** To be called when something is pending after a write. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#noteTaken(this.#relay.readBytes - this.#relay.pendingBytes);
    this.#timer = setInterval(() => {
      this.#look();
    }, LOOK_MS).unref();
  }

  /** To be called when nothing is pending any more. */
  drained(): void {
    if (this.#hasStopped) this.#look();
  }

  /** Looks no more, and says no more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#idleLooks = 0;
  }

  get #hasStopped(): boolean {
    return this.#idleLooks >= IDLE_LOOKS;
  }

  #look(): void {
    const { pendingBytes, readBytes } = this.#relay;
    const takenBytes = readBytes - pendingBytes;
    const reads = pendingBytes === 0 || takenBytes > this.#takenBytes;
    const hadStopped = this.#hasStopped;
    this.#idleLooks = reads ? 0 : this.#idleLooks + 1;
    if (this.#hasStopped !== hadStopped) {
      this.#tell(reads, { pendingBytes, ms: Math.round(performance.now() - this.#takenAtMs) });
    }
    if (reads) this.#noteTaken(takenBytes);
    if (pendingBytes === 0) this.stop();
  }

  #noteTaken(takenBytes: number): void {
    this.#takenBytes = takenBytes;
    this.#takenAtMs = performance.now();
  }
}
