import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { bareReasonOf, TurntableError } from '../../errors.js';
import { replaceFile } from '../output-file.js';

/** How each fixture begins. */
const BEGINNING = '#acp-fixture';
/** A link is an error then, and so is a pipe instead of a wait. */
const LOOK_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Why `record --fixture` must not write this file, and what to do; undefined if it may. It replaces what it can have written
 * itself, as nobody is asked when a client starts it: an earlier fixture or an empty file, and nothing through a link.
 */
export function fixtureRefusal(path: string): string | undefined {
  const why = reasonToKeep(path);
  return why && `${path} ${why}: it is left alone. Name another file for --fixture, or remove this one`;
}

/**
 * Writes the fixture of a recording that has ended.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`, also for what {@link fixtureRefusal} refuses
 */
export function writeRecordedFixture(path: string, lines: Iterable<string>): void {
  const refusal = fixtureRefusal(path);
  if (refusal !== undefined) throw new TurntableError('FILE_UNWRITABLE', refusal);
  try {
    replaceFile(path, lines);
  } catch (thrown) {
    if (thrown instanceof TurntableError) throw thrown;
    throw new TurntableError('FILE_UNWRITABLE', `${path} cannot be written: ${bareReasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

function reasonToKeep(path: string): string | undefined {
  try {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there === undefined) return undefined;
    if (there.isSymbolicLink()) return 'is a link';
    // not even opened: that alone does something to a device
    if (!there.isFile()) return 'is not a regular file';
    return isOurs(path) ? undefined : 'is there already and is not a fixture';
  } catch (thrown) {
    return `cannot be read (${bareReasonOf(thrown)})`;
  }
}

function isOurs(path: string): boolean {
  const fd = openSync(path, LOOK_FLAGS);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return false;
    const beginning = Buffer.alloc(BEGINNING.length);
    return stat.size === 0 || (readSync(fd, beginning) === beginning.length && beginning.toString() === BEGINNING);
  } finally {
    closeSync(fd);
  }
}
