import type { Readable, Writable } from 'node:stream';

/** Above this many bytes pending, the source is paused until the target has taken all of them. */
const HIGH_WATER_BYTES = 1024 * 1024;

export interface RelayHooks {
  /** Told of each chunk before it is forwarded. Must not throw. */
  readonly chunk: (bytes: Uint8Array) => void;
  /** The source has ended by itself, and all it said was handed to the target. */
  readonly ended: () => void;
  /** The target takes nothing any more (EPIPE); the source is no longer read. */
  readonly broken: () => void;
}

/** Copies one stream to another: unchanged, at once, with back-pressure. */
export class Relay {
  readonly #from: Readable;
  readonly #to: Writable;
  readonly #hooks: RelayHooks;
  #over = false;
  /** When the last chunk came, or the source could be read again; in ms of the wall clock. */
  lastReadMs = Date.now();

  constructor(from: Readable, to: Writable, hooks: RelayHooks) {
    this.#from = from;
    this.#to = to;
    this.#hooks = hooks;
    from.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    const ended = (): void => {
      this.#finish(hooks.ended);
    };
    // a source that breaks (ECONNRESET, EIO of a terminal that is gone) has said all it will say
    from.once('end', ended).once('error', ended).once('close', ended);
    to.on('drain', () => {
      this.lastReadMs = Date.now();
      if (!this.#over) from.resume();
    });
    to.on('error', () => {
      this.#finish(hooks.broken);
    });
  }

  /** Whether the source has ended or the target is broken. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether the source may be holding something that could not be read yet, because the target is slow. */
  get waiting(): boolean {
    return this.#to.writableLength > 0 && !this.#to.destroyed;
  }

  /** Reads no more. */
  stop(): void {
    this.#over = true;
    this.#from.pause();
  }

  #take(chunk: Buffer): void {
    if (this.#over) return;
    this.lastReadMs = Date.now();
    this.#hooks.chunk(chunk);
    this.#to.write(chunk);
    if (this.#to.writableLength > HIGH_WATER_BYTES) this.#from.pause();
  }

  #finish(tell: () => void): void {
    if (this.#over) return;
    this.#over = true;
    tell();
  }
}
