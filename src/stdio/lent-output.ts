import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';

const CAT = '/bin/cat';
/** How long we wait at the end for the last bytes, in ms; `cat` delivers them in any case. */
const LEAVE_MS = 50;

/**
 * An output whose descriptor others share. Writing to it may block; we must not wait, and must not make it non-blocking for the others. So
 * a `cat` writes for us and waits. It starts with the first byte, and ends when everything is written or the reader is gone.
 */
export class LentOutput extends Writable {
  readonly #fd: number;
  readonly #instead: () => Writable;
  #cat: ChildProcess | undefined;

  /** @param instead the stream to use if there is no `cat`: it is non-blocking for the others too, but that is better than no output */
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

  /** Closes our end of the pipe to `cat`. */
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
    // in a session of its own: a signal to our group must not lose the agent's last output
    const cat = spawn(CAT, [], { cwd: '/', detached: true, stdio: ['pipe', this.#fd, 'ignore'], windowsHide: true });
    cat.once('error', () => undefined);
    // the failing write reports it
    cat.stdin?.on('error', () => undefined);
    cat.unref();
    return cat;
  }
}
