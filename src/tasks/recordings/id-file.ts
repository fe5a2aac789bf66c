import { closeSync, constants, fstatSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { TurntableError } from '../../errors.js';
import { isRecordingId } from '../../store/schema/locate.js';
import { ownFileRefusal, writeOwnFile, type OwnFile } from './own-file.js';

/** With these flags, opening a pipe without a reader fails, instead of waiting and holding up the traffic. */
const PIPE_FLAGS = constants.O_WRONLY | constants.O_NONBLOCK;
/** More than any id file holds, in bytes. */
const LOOK_BYTES = 32;

/** Why `--id-file` must not write this file, and what to do; undefined if it may. */
export function idFileRefusal(path: string): string | undefined {
  return isPipe(path) ? undefined : ownFileRefusal(idFile(path));
}

/**
 * Writes the id of a recording into a file, or into a pipe that somebody reads.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`, also for what {@link idFileRefusal} refuses; for a pipe, the system's error
 */
export function writeIdFile(path: string, id: string): void {
  if (isPipe(path)) writeToPipe(path, `${id}\n`);
  else writeOwnFile(idFile(path), [`${id}\n`]);
}

/**
 * Removes the id of an earlier run, so that readers of the file find the id of this run, or none.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE` for what {@link idFileRefusal} refuses, and for a pipe
 */
export function clearIdFile(path: string): void {
  const refusal = ownFileRefusal(idFile(path));
  if (refusal !== undefined) throw new TurntableError('FILE_UNWRITABLE', refusal);
  rmSync(path, { force: true });
}

function idFile(path: string): OwnFile {
  const isOurs = (text: string): boolean => text.endsWith('\n') && isRecordingId(text.slice(0, -1));
  return { path, option: '--id-file', what: 'the id of a recording', lookBytes: LOOK_BYTES, isOurs };
}

/** Whether a path is a pipe, perhaps behind a link such as `/dev/fd/63`. */
function isPipe(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}

function writeToPipe(path: string, text: string): void {
  const fd = openSync(path, PIPE_FLAGS);
  try {
    // the path may lead to another file by now
    if (fstatSync(fd).isFIFO()) writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
