import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';

const CAT = '/bin/cat';
/** How long our end waits for what was written last, in ms; it is delivered in any case. */
const LEAVE_MS = 50;

/**
 * A descriptor that others share: writing to it may block, and we may neither wait nor make it non-blocking for everybody. A `cat`
 * waits in our place. It starts with the first byte, and ends when all is written or the reader is gone.
 */
export class LentOutput extends Writable {
  readonly #fd: number;
  readonly #instead: () => Writable;
  #cat: ChildProcess | undefined;

  /** @param instead what is written to where there is no `cat`: better a stream that others find changed than none */
  constructor(fd: number, instead: () => Writable) {
    super();
    this.#fd = fd;
    this.#instead = instead;
  }

  override _write(chunk: Uint8Array, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#cat ??= this.#start();
    const { pid, stdin } = this.#cat;
    const target = pid === undefined || stdin === null ? this.#instead() : stdin;
    target.write(chunk, done);
  }

  /** Lets go of it. */
  async leave(): Promise<void> {
    const cat = this.#cat;
    if (cat?.pid === undefined || cat.exitCode !== null || cat.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      cat.once('exit', resolve);
      setTimeout(resolve, LEAVE_MS);
      cat.stdin?.end();
    });
  }

  #start(): ChildProcess {
    // in a session of its own: a signal to our group is not to cost what the agent said last
    const cat = spawn(CAT, [], { cwd: '/', detached: true, stdio: ['pipe', this.#fd, 'ignore'], windowsHide: true });
    cat.once('error', () => undefined);
    // told by the write that fails
    cat.stdin?.on('error', () => undefined);
    cat.unref();
    return cat;
  }
}
