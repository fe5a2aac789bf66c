import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { bareReasonOf, TurntableError } from '../../errors.js';
import { replaceFile } from '../output-file.js';

/** A link is an error then, and so is a pipe instead of a wait. */
const LOOK_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file that an option of `record` or `replay` names, and that each run of a client writes anew. */
export interface OwnFile {
  readonly path: string;
  /** The option, as a message names it. */
  readonly option: string;
  /** What such a file is, with its article. */
  readonly what: string;
  /** How much of a file tells what it is, in bytes. */
  readonly lookBytes: number;
  /** Whether a file of that beginning and size can have been written by an earlier run. */
  readonly isOurs: (beginning: string, sizeBytes: number) => boolean;
}

/**
 * Why a run must not write this file, and what to do; undefined if it may. It replaces what it can have written itself, as nobody
 * is asked when a client starts it: a file of its kind or an empty one, and nothing through a link.
 */
export function ownFileRefusal(file: OwnFile): string | undefined {
  const why = reasonToKeep(file);
  return why && `${file.path} ${why}, so it was not replaced. Name another file for ${file.option}, or remove this one`;
}

/**
 * Writes such a file, whole or not at all.
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
    // not even opened: that alone does something to a device
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
