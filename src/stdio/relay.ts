import type { Readable, Writable } from 'node:stream';
import { pendingBytes, whenFlushed } from './pending-bytes.js';
import { ReaderWatch, type Standstill } from './reader-watch.js';

/** Above this many bytes pending, the source is paused until the target has taken all of them. */
const HIGH_WATER_BYTES = 1024 * 1024;

export interface RelayHooks {
  /** Called with each chunk before it is forwarded. Must not throw. */
  readonly chunk: (bytes: Uint8Array) => void;
  /** Called when the source has ended by itself and everything was passed to the target. */
  readonly ended: () => void;
  /** Called when the target takes nothing any more (EPIPE); the source is no longer read. */
  readonly broken: () => void;
  /** The target has stopped taking what is pending or, if `reads`, takes something again. */
  readonly standstill: (reads: boolean, standstill: Standstill) => void;
}

/** Copies one stream to another: unchanged, at once, with back-pressure. */
export class Relay {
  readonly #from: Readable;
  readonly #to: Writable;
  readonly #hooks: RelayHooks;
  readonly #reader: ReaderWatch;
  #over = false;
  #readBytes = 0;
  #undeliverable: number | undefined;

  constructor(from: Readable, to: Writable, hooks: RelayHooks) {
    this.#from = from;
    this.#to = to;
    this.#hooks = hooks;
    this.#reader = new ReaderWatch(this, hooks.standstill);
    from.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    const ended = (): void => {
      this.#finish(hooks.ended);
    };
    // a source that fails (ECONNRESET, EIO of a terminal that is gone) sends nothing more
    from.once('end', ended).once('error', ended).once('close', ended);
    to.on('drain', () => {
      this.#reader.drained();
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

  /** Bytes read so far. */
  get readBytes(): number {
    return this.#readBytes;
  }

  /** Bytes read that the target has not taken. */
  get pendingBytes(): number {
    return pendingBytes(this.#to) + (this.#undeliverable ?? 0);
  }

  /** Calls back when the target has taken everything that was read so far, or takes nothing any more. */
  whenTaken(done: () => void): void {
    whenFlushed(this.#to, done);
  }

  /** Stops reading. */
  stop(): void {
    this.#over = true;
    this.#reader.stop();
    this.#from.pause();
  }

  /** Stops forwarding: chunks that still come are reported to `chunk` and stay pending for ever. */
  giveUp(): void {
    this.#undeliverable ??= 0;
    if (!this.#over) this.#from.resume();
  }

  #take(chunk: Buffer): void {
    if (this.#over) return;
    this.#readBytes += chunk.length;
    this.#hooks.chunk(chunk);
    if (this.#undeliverable !== undefined) {
      this.#undeliverable += chunk.length;
      return;
    }
    this.#to.write(chunk);
    const pending = this.#to.writableLength;
    if (pending === 0) return;
    this.#reader.start();
    if (pending > HIGH_WATER_BYTES) this.#from.pause();
  }

  #finish(tell: () => void): void {
    if (this.#over) return;
    this.#over = true;
    this.#reader.stop();
    tell();
  }
}
