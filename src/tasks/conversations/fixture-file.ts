import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { reasonOf, TurntableError } from '../../errors.js';
import { withoutMark } from '../../fixture/format/file-lines.js';
import { FixtureReader, type TakeItem } from '../../fixture/format/read-fixture.js';
import { decodeLine } from './decode-line.js';

const HASH = 0x23;

/** Whether a file is a fixture: it begins with its format. */
export function isFixture(bytes: Uint8Array): boolean {
  return withoutMark(bytes)[0] === HASH;
}

/**
 * A reader of a fixture; what that includes is read where it is named.
 *
 * @param file its path: errors give it, and includes are relative to its folder
 */
export function fixtureFileReader(file: string, take: TakeItem): FixtureReader {
  return new FixtureReader(slashed(file), wholeFile, take, { decode: decodeLine });
}

/** A path as fixtures name it, with `/` between its parts. */
export function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}

/**
 * All bytes of a file.
 *
 * @throws {TurntableError} `FILE_UNREADABLE`
 */
export function wholeFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (thrown) {
    throw (thrown as NodeJS.ErrnoException).code === 'EISDIR' ? folderNamed(file) : unreadable(file, thrown);
  }
}

export function folderNamed(file: string): TurntableError {
  return new TurntableError('FILE_UNREADABLE', `${file} is a folder`, { hint: `Name its files: ${file}/*.acp` });
}

export function unreadable(file: string, thrown: unknown): TurntableError {
  return new TurntableError('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(thrown)}`, { cause: thrown });
}
