import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { bareReasonOf, TurntableError } from '../../errors.js';
import { replaceFile } from '../output-file.js';

/** With these flags, opening a link fails, and opening a pipe does not wait. */
const LOOK_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file that an option of `record` or `replay` names, and that every run writes again. */
export interface OwnFile {
  readonly path: string;
  /** The name of the option, for messages. */
  readonly option: string;
  /** What such a file is, with an article: `a lock file`. */
  readonly what: string;
  /** How much of a file is needed to recognise it, in bytes. */
  readonly lookBytes: number;
  /** Whether an earlier run may have written a file with this beginning and size. */
  readonly isOurs: (beginning: string, sizeBytes: number) => boolean;
}

/**
 * Why a run must not write this file, and what to do; undefined if it may. Nobody can be asked when a client starts the run. So it replaces
 * only files that it may have written itself, or empty ones, and never follows a link.
 */
export function ownFileRefusal(file: OwnFile): string | undefined {
  const why = reasonToKeep(file);
  return why && `${file.path} ${why}, so it was not replaced. Name another file for ${file.option}, or remove this one`;
}

/**
 * Writes such a file, completely or not at all.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`, also for what {@link ownFileRefusal} refuses
 */
export function writeOwnFile(file: OwnFile, lines: Iterable<string>): void {
  const refusal = ownFileRefusal(file);
  if (refusal !== undefined) throw new TurntableError('FILE_UNWRITABLE', refusal);
  replaceFile(file.path, lines);
}

function reasonToKeep(file: OwnFile): string | undefined {
  try {
    const there = lstatSync(file.path, { throwIfNoEntry: false });
    if (there === undefined) return undefined;
    if (there.isSymbolicLink()) return 'is a link';
    // not even opened, because opening alone can affect a device
    if (!there.isFile()) return 'is not a regular file';
    return isOurs(file) ? undefined : `exists and is not ${file.what}`;
  } catch (thrown) {
    return `cannot be read (${bareReasonOf(thrown)})`;
  }
}

function isOurs({ path, lookBytes, isOurs: isOfItsKind }: OwnFile): boolean {
  const fd = openSync(path, LOOK_FLAGS);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return false;
    const beginning = Buffer.alloc(lookBytes);
    const read = readSync(fd, beginning);
    return stat.size === 0 || isOfItsKind(beginning.toString('latin1', 0, read), stat.size);
  } finally {
    closeSync(fd);
  }
}
