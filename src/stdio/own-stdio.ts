import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { LentOutput } from './lent-output.js';
import { whenFlushed } from './pending-bytes.js';

const STDIN_FD = 0;
const STDOUT_FD = 1;
const STDERR_FD = 2;

const stderrOfNode = Object.getOwnPropertyDescriptor(process, 'stderr');

/** Node's own stream, which Node opens when it is first accessed. */
function nodesStderr(): Writable {
  return (stderrOfNode?.get?.call(process) ?? process.stderr) as Writable;
}

/** The bits among the flags of a descriptor that say whether it was opened for reading or writing. */
const ACCESS_MODE = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR;

/**
 * Our own stdin, stdout and stderr. The client has the other end of them, or shares them with us, such as its stderr or the stdout of a
 * shell. Node makes pipes and sockets non-blocking. That holds for everyone who shares them, even after our end, and others then lose
 * output. So a pipe is opened again for us alone if the system can do that (Linux), and otherwise made blocking again at the end.
 */
class OwnStdio {
  /** Streams whose descriptor others share: it is non-blocking for them too until {@link leave}. */
  readonly #changed = new Set<Readable | Writable>();
  #stdin: Readable | undefined;
  #stdout: Writable | undefined;
  #stderr: Writable | undefined;

  /** Call this first. Node accesses `process.stderr` whenever a socket is closed, which would open it; it gets our stream instead. */
  takeOver(): void {
    Object.defineProperty(process, 'stderr', { configurable: true, enumerable: true, get: () => this.stderr });
  }

  get stdin(): Readable {
    return (this.#stdin ??= reopened(STDIN_FD, constants.O_RDONLY) ?? this.#shared(STDIN_FD, () => process.stdin));
  }

  get stdout(): Writable {
    return (this.#stdout ??= reopened(STDOUT_FD, constants.O_WRONLY) ?? this.#shared(STDOUT_FD, () => process.stdout));
  }

  /** Our stderr. Errors on it are ignored, because a missing reader is no reason to fail. */
  get stderr(): Writable {
    return (this.#stderr ??= this.#openStderr().on('error', () => undefined));
  }

  /** Whether a person reads stderr. */
  get stderrIsTerminal(): boolean {
    return isTerminal(STDERR_FD, nodesStderr);
  }

  get stdoutIsTerminal(): boolean {
    return isTerminal(STDOUT_FD, () => process.stdout);
  }

  /** Closes our reading end towards the client, so that its next write fails as it would without us. */
  closeStdin(): void {
    const { stdin } = this;
    this.#restore(stdin);
    // closing the descriptor of an open stream aborts the process
    stdin.once('close', () => {
      close(STDIN_FD);
    });
    stdin.destroy();
  }

  /** Closes our writing end towards the client once the client has taken the pending bytes; `end()` of the stream does not close it. */
  closeStdout(done: () => void): void {
    const { stdout } = this;
    whenFlushed(stdout, () => {
      this.#restore(stdout);
      // a stream that we reopened has its own descriptor; Node's is closed with its descriptor
      if (stdout instanceof OwnPipe) stdout.destroy();
      close(STDOUT_FD);
      done();
    });
  }

  /** Call this last. It makes shared descriptors blocking again, and gives stderr a moment to be written. */
  async leave(): Promise<void> {
    if (this.#stderr instanceof LentOutput) await this.#stderr.leave();
    for (const stream of this.#changed) this.#restore(stream);
  }

  #openStderr(): Writable {
    const own = reopened(STDERR_FD, constants.O_WRONLY);
    if (own !== undefined) return own;
    if (isBlockingPipe(STDERR_FD) && !isStderrOurs()) return new LentOutput(STDERR_FD, nodesStderr);
    return this.#shared(STDERR_FD, nodesStderr);
  }

  #shared<S extends Readable | Writable>(fd: number, open: () => S): S {
    const isChanged = isBlockingPipe(fd);
    const stream = open();
    if (isChanged) this.#changed.add(stream);
    return stream;
  }

  #restore(stream: Readable | Writable): void {
    if (!this.#changed.delete(stream)) return;
    const { _handle } = stream as { readonly _handle?: { setBlocking?(isBlocking: boolean): unknown } | null };
    _handle?.setBlocking?.(true);
  }
}

/** The standard streams of this process. */
export const ownStdio = new OwnStdio();

/** A pipe on a descriptor of its own, which nobody shares. */
class OwnPipe extends Socket {}

/** Opens a pipe again for us alone; undefined if that is not possible, or if it is not a pipe. */
function reopened(fd: number, access: number): OwnPipe | undefined {
  const path = `/proc/self/fd/${fd}`;
  try {
    // a named pipe (mkfifo) that was closed already would not report its end to a new descriptor
    if (!readlinkSync(path).startsWith('pipe:')) return undefined;
    const flags = flagsOf(fd);
    if (flags === undefined || (flags & ACCESS_MODE) !== access || (flags & constants.O_NONBLOCK) !== 0)
      return undefined;
    const own = openSync(path, access | constants.O_NONBLOCK);
    return new OwnPipe({ fd: own, readable: access === constants.O_RDONLY, writable: access === constants.O_WRONLY });
  } catch {
    // it may belong to another user
    return undefined;
  }
}

/** Whether this is a pipe that is still blocking, and that Node would make non-blocking. False if the system does not say. */
function isBlockingPipe(fd: number): boolean {
  try {
    const kind = fstatSync(fd);
    return (kind.isFIFO() || kind.isSocket()) && ((flagsOf(fd) ?? 0) & constants.O_NONBLOCK) === 0;
  } catch {
    return false;
  }
}

/** Whether a descriptor is a terminal. The stream is opened only if it may be one. */
function isTerminal(fd: number, open: () => Writable & { readonly isTTY?: boolean }): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && open().isTTY === true;
  } catch {
    return false;
  }
}

/** The flags that a descriptor was opened with (Linux). */
function flagsOf(fd: number): number | undefined {
  try {
    const [, octal] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1')) ?? [];
    return octal === undefined ? undefined : parseInt(octal, 8);
  } catch {
    return undefined;
  }
}

/** Whether stderr is ours alone: our parent has another one. */
function isStderrOurs(): boolean {
  try {
    const parents = readlinkSync(`/proc/${process.ppid}/fd/${STDERR_FD}`);
    return readlinkSync(`/proc/self/fd/${STDERR_FD}`) !== parents;
  } catch {
    return false;
  }
}

/** Closes a descriptor and opens /dev/null in its place, so that no other file gets its number. */
function close(fd: number): void {
  closeSync(fd);
  openSync(devNull, fd === STDIN_FD ? 'r' : 'w');
}
