import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { reasonOf, TurntableError } from '../errors.js';

const WRITE_CHARACTERS = 256 * 1024;

/**
 * Writes a file of the user's alone, whole or not at all: what stood there is replaced only when all is written.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`
 */
export function writeLines(path: string, lines: Iterable<string>): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(unfinished, 'wx', 0o600);
    try {
      for (const text of gathered(lines)) writeSync(fd, text);
    } finally {
      closeSync(fd);
    }
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    if (thrown instanceof TurntableError) throw thrown;
    throw new TurntableError('FILE_UNWRITABLE', `${path} cannot be written: ${reasonOf(thrown)}`, { cause: thrown });
  }
}

/** The lines in larger pieces: a system call each would be many. */
function* gathered(lines: Iterable<string>): Generator<string> {
  let pending: string[] = [];
  let characters = 0;
  for (const line of lines) {
    pending.push(line);
    characters += line.length;
    if (characters < WRITE_CHARACTERS) continue;
    yield pending.join('');
    pending = [];
    characters = 0;
  }
  yield pending.join('');
}
