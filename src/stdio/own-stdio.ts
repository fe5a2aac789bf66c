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

/** Node's own stream, which is opened with the first look at it. */
function nodesStderr(): Writable {
  return (stderrOfNode?.get?.call(process) ?? process.stderr) as Writable;
}

/** Of the flags of a descriptor: what it was opened for. */
const ACCESS_MODE = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR;

/**
 * Our own stdin, stdout and stderr. The client may hold the other end of them, and may share them with us: its stderr, the stdout of
 * a shell. Node makes pipes and sockets non-blocking, and so they are for all who share them, for good: others then lose what they
 * write. So a pipe is opened anew where the system can do that (Linux), and otherwise put back at the end.
 */
class OwnStdio {
  /** Streams whose descriptor others share, and find non-blocking until {@link leave}. */
  readonly #changed = new Set<Readable | Writable>();
  #stdin: Readable | undefined;
  #stdout: Writable | undefined;
  #stderr: Writable | undefined;

  /** To be called first: Node looks at `process.stderr`, and thereby opens it, whenever a socket is closed. It gets ours. */
  takeOver(): void {
    Object.defineProperty(process, 'stderr', { configurable: true, enumerable: true, get: () => this.stderr });
  }

  get stdin(): Readable {
    return (this.#stdin ??= reopened(STDIN_FD, constants.O_RDONLY) ?? this.#shared(STDIN_FD, () => process.stdin));
  }

  get stdout(): Writable {
    return (this.#stdout ??= reopened(STDOUT_FD, constants.O_WRONLY) ?? this.#shared(STDOUT_FD, () => process.stdout));
  }

  /** That nobody listens there is no reason to fail: its errors end nothing. */
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
    // a descriptor closed under a living stream aborts the process
    stdin.once('close', () => {
      close(STDIN_FD);
    });
    stdin.destroy();
  }

  /** Closes our writing end towards the client once it has taken what is pending; `end()` of the stream would not. */
  closeStdout(done: () => void): void {
    const { stdout } = this;
    whenFlushed(stdout, () => {
      this.#restore(stdout);
      // one of our own is open still; Node's is closed with its descriptor
      if (stdout instanceof OwnPipe) stdout.destroy();
      close(STDOUT_FD);
      done();
    });
  }

  /** To be called last: puts back what others share, and gives stderr a moment to be taken. */
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

/** Undefined where that cannot be had, and where it is no pipe. */
function reopened(fd: number, access: number): OwnPipe | undefined {
  const path = `/proc/self/fd/${fd}`;
  try {
    // one with a name (mkfifo) does not tell of its end to who opens it after that
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

/** Whether Node would make it non-blocking, and it is not so yet. Where the system does not tell: it is not. */
function isBlockingPipe(fd: number): boolean {
  try {
    const kind = fstatSync(fd);
    return (kind.isFIFO() || kind.isSocket()) && ((flagsOf(fd) ?? 0) & constants.O_NONBLOCK) === 0;
  } catch {
    return false;
  }
}

/** Only what may be a terminal is opened for it. */
function isTerminal(fd: number, open: () => Writable & { readonly isTTY?: boolean }): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && open().isTTY === true;
  } catch {
    return false;
  }
}

/** The flags it was opened with (Linux). */
function flagsOf(fd: number): number | undefined {
  try {
    const [, octal] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1')) ?? [];
    return octal === undefined ? undefined : parseInt(octal, 8);
  } catch {
    return undefined;
  }
}

/** Whether stderr was made for us: who started us has another one. */
function isStderrOurs(): boolean {
  try {
    const parents = readlinkSync(`/proc/${process.ppid}/fd/${STDERR_FD}`);
    return readlinkSync(`/proc/self/fd/${STDERR_FD}`) !== parents;
  } catch {
    return false;
  }
}

/** Something is opened in its place at once, lest another file get the number. */
function close(fd: number): void {
  closeSync(fd);
  openSync(devNull, fd === STDIN_FD ? 'r' : 'w');
}
