import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const MOST_BYTES = 8 * 1024;
/** Opening a pipe without a writer must not wait. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** The beginning of a file, one character per byte; empty if the file cannot be read or is not a regular file. */
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
