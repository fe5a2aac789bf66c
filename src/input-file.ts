import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { bareReasonOf, TurntableError } from './errors.js';

/** Opening a file must not wait, and must not make a terminal our own. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
/** How much is read at a time, in bytes. */
const READ_BYTES = 64 * 1024;
/** Between two looks at an empty pipe, in ms. */
const WAIT_MS = 10;
/** The largest file that is read as a whole, in bytes. */
const WHOLE_FILE_BYTES = 2 ** 31 - 1;

/** What kind of input is accepted, and how much of it is read. */
export interface InputLimits {
  /**
   * Whether the input may be a pipe. Only if the user named it, as in `turntable check <(zcat chat.acp.gz)`. An input that a file names, or
   * that is found in a folder, has to be a regular file.
   */
  readonly mayBePipe: boolean;
  /** The most bytes that are read. Default: {@link WHOLE_FILE_BYTES} */
  readonly mostBytes?: number;
}

/**
 * Opens a file for reading. Use only this for files that others may have made: it refuses devices, sockets and folders before they are
 * opened, and does not wait for a pipe to which nobody writes. Read it with {@link readOrWait}.
 *
 * @returns its descriptor
 * @throws {TurntableError} `FILE_UNREADABLE`
 */
export function openInput(path: string, { mayBePipe }: Pick<InputLimits, 'mayBePipe'>): number {
  try {
    refuseOthers(path, statSync(path), mayBePipe);
    const fd = openSync(path, FLAGS);
    try {
      // the path may lead to another file by now
      refuseOthers(path, fstatSync(fd), mayBePipe);
    } catch (thrown) {
      closeSync(fd);
      throw thrown;
    }
    return fd;
  } catch (thrown) {
    throw thrown instanceof TurntableError ? thrown : unreadable(path, thrown);
  }
}

/**
 * All bytes of a file.
 *
 * @throws {TurntableError} `FILE_UNREADABLE`, also where it holds more than `mostBytes`
 */
export function readInput(path: string, { mayBePipe, mostBytes = WHOLE_FILE_BYTES }: InputLimits): Buffer {
  const fd = openInput(path, { mayBePipe });
  try {
    const { size } = fstatSync(fd);
    if (size > mostBytes) throw tooLarge(path, mostBytes);
    // one byte more than the size shows the end of the file; a file that grows meanwhile is read to its new end
    let buffer = Buffer.allocUnsafeSlow(Math.max(size + 1, Math.min(READ_BYTES, mostBytes + 1)));
    let length = 0;
    for (;;) {
      const read = readOrWait(fd, buffer.subarray(length));
      if (read === 0) return buffer.subarray(0, length);
      length += read;
      if (length > mostBytes) throw tooLarge(path, mostBytes);
      if (length === buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(2 * length, mostBytes + 1));
        buffer.copy(larger);
        buffer = larger;
      }
    }
  } catch (thrown) {
    throw thrown instanceof TurntableError ? thrown : unreadable(path, thrown);
  } finally {
    closeSync(fd);
  }
}

/** Reads the next bytes; if a pipe is empty, it waits. Returns 0 at the end. */
export function readOrWait(fd: number, buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(fd, buffer);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

/** The error of a file that cannot be read. */
export function unreadable(path: string, thrown: unknown): TurntableError {
  return new TurntableError('FILE_UNREADABLE', `${path} cannot be read: ${bareReasonOf(thrown)}`, { cause: thrown });
}

function refuseOthers(path: string, stats: Stats, mayBePipe: boolean): void {
  if (stats.isFile() || (mayBePipe && stats.isFIFO())) return;
  if (stats.isDirectory()) {
    throw new TurntableError('FILE_UNREADABLE', `${path} is a folder`, {
      hint: 'Name a file in it. Only "turntable check" and "turntable stats" take folders.',
    });
  }
  throw new TurntableError('FILE_UNREADABLE', `${path} is ${kindOf(stats)}, not a file`, {
    hint: mayBePipe ? 'Name a file, or - for standard input.' : 'Put a regular file there.',
  });
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function tooLarge(path: string, mostBytes: number): TurntableError {
  return new TurntableError('FILE_UNREADABLE', `${path} is larger than ${mostBytes} bytes`);
}
