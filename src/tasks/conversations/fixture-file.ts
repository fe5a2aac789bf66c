import { realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { TurntableError } from '../../errors.js';
import { withoutMark } from '../../fixture/format/file-lines.js';
import { Includes, type ReadIncluded } from '../../fixture/format/includes.js';
import { FixtureReader, type TakeItem } from '../../fixture/format/read-fixture.js';
import { readInput, unreadable } from '../../input-file.js';
import { decodeLine } from './decode-line.js';

const HASH = 0x23;

/** Whether a file is a fixture: it begins with its format. */
export function isFixture(bytes: Uint8Array): boolean {
  return withoutMark(bytes)[0] === HASH;
}

/**
 * A reader of a fixture; included files are read at the `include` header.
 *
 * @param file its path: errors give it, and includes are relative to its folder
 */
export function fixtureFileReader(file: string, take: TakeItem): FixtureReader {
  return new FixtureReader(slashed(file), new Includes(includedBy(file)), take, { decode: decodeLine });
}

/** A path as it is written in fixtures, with `/` between its parts. */
export function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}

/**
 * All bytes of a file that the user named.
 *
 * @throws {TurntableError} `FILE_UNREADABLE`
 */
export function wholeFile(file: string): Uint8Array {
  return readInput(file, { mayBePipe: true });
}

/**
 * Reads the files that a fixture includes. They must be regular files, and no link may be on the way, because it could lead anywhere.
 *
 * @param fixture the outermost one
 */
export function includedBy(fixture: string): ReadIncluded {
  const folder = dirname(fixture);
  return (path, mostBytes) => {
    const way = relative(folder, path);
    // links in the folders above both files are allowed: they are the user's own
    const above = join(folder, ...way.split(sep).filter((part) => part === '..'));
    if (realPathOf(path) !== join(realPathOf(above), relative(above, path))) {
      throw new TurntableError('FILE_UNREADABLE', `${path} is included, but through a link`, {
        hint: 'Copy the included file to the folder of the fixture.',
      });
    }
    return readInput(path, { mayBePipe: false, mostBytes });
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (thrown) {
    throw unreadable(path, thrown);
  }
}
