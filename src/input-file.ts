import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { bareReasonOf, TurntableError } from './errors.js';

/** Opening waits for nobody, and takes no terminal. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
/** Read at a time, in bytes. */
const READ_BYTES = 64 * 1024;
/** Between two looks at a pipe that has nothing yet, in ms. */
const WAIT_MS = 10;
/** Above this a file is not read as a whole, in bytes. */
const WHOLE_FILE_BYTES = 2 ** 31 - 1;

/** Who may have named an input, and how much of it is read. */
export interface InputLimits {
  /**
   * Whether a pipe will do: only where the user named it, as in `turntable check <(zcat chat.acp.gz)`. What a file names, or
   * what is found in a folder, is a regular file or nothing.
   */
  readonly mayBePipe: boolean;
  /** The most bytes that are read. Default: {@link WHOLE_FILE_BYTES} */
  readonly mostBytes?: number;
}

/**
 * Opens a file for reading. This is the one way to open what others may have made: devices, sockets and folders are refused
 * before they are opened, and a pipe to which nobody writes holds nothing up. Read it with {@link readOrWait}.
 *
 * @returns its descriptor
 * @throws {TurntableError} `FILE_UNREADABLE`
 */
export function openInput(path: string, { mayBePipe }: Pick<InputLimits, 'mayBePipe'>): number {
  try {
    refuseOthers(path, statSync(path), mayBePipe);
    const fd = openSync(path, FLAGS);
    try {
      // it may be another one by now
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
    // one byte more tells that the end is reached; what grows meanwhile is read to its end
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

/** Reads what is there; where a pipe has nothing yet, waits. Returns 0 at the end. */
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
