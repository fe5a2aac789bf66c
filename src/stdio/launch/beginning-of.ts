import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const MOST_BYTES = 8 * 1024;
/** To open a pipe that nobody writes is no wait then. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** How a file begins, a byte a character; empty if it cannot be read or is not a regular file. */
export function beginningOf(path: string): string {
  try {
    const fd = openSync(path, FLAGS);
    try {
      if (!fstatSync(fd).isFile()) return '';
      const bytes = Buffer.alloc(MOST_BYTES);
      return bytes.toString('latin1', 0, readSync(fd, bytes, 0, MOST_BYTES, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}
