import { closeSync, lstatSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { bareReasonOf, TurntableError } from '../errors.js';

const WRITE_CHARACTERS = 256 * 1024;

/** @throws {TurntableError} `USAGE` if there is a file, or a link to one, that writing would replace */
export function refuseOverwriting(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  const isLink = lstatSync(path).isSymbolicLink();
  throw new TurntableError('USAGE', `${path} already exists${isLink ? ` (a link to ${realpathSync(path)})` : ''}`, {
    hint: 'Nothing was written. Name another file, or add --force to replace it.',
  });
}

/** @throws {TurntableError} `USAGE` if the path is a link to a file, which writing would replace */
export function refuseLinkToFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  throw new TurntableError('USAGE', `${path} is a link to ${realpathSync(path)}`, {
    hint: 'Nothing was written. Name the file itself to replace it, or another file.',
  });
}

/**
 * Writes a file that only the user can read, completely or not at all: an existing file is replaced only when everything is written. A link
 * stays a link, and a device or a named pipe is written to, never replaced.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`
 */
export function writeLines(path: string, lines: Iterable<string>): void {
  writing(path, () => {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there === undefined) replaceFile(path, lines);
    else if (there.isFile()) replaceFile(realpathSync(path), lines);
    else writeInto(openSync(path, 'w'), lines);
  });
}

/**
 * Writes a file completely or not at all. An existing link is replaced, not followed.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`
 */
export function replaceFile(path: string, lines: Iterable<string>): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writing(path, () => {
    try {
      writeInto(openSync(unfinished, 'wx', 0o600), lines);
      renameSync(unfinished, path);
    } catch (thrown) {
      rmSync(unfinished, { force: true });
      throw thrown;
    }
  });
}

/** Turns an error into one that says which file could not be written. */
function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (thrown) {
    if (thrown instanceof TurntableError) throw thrown;
    const text = `${path} cannot be written: ${bareReasonOf(thrown)}`;
    throw new TurntableError('FILE_UNWRITABLE', text, { cause: thrown });
  }
}

function writeInto(fd: number, lines: Iterable<string>): void {
  try {
    for (const text of gathered(lines)) writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

/** The lines in larger pieces, to save system calls. */
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
