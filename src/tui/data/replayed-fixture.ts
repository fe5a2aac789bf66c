import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../errors.js';
import { makePrivateFolder } from '../../store/schema/locate.js';
import type { WrittenFixture } from '../../screen/frame/view.js';
import { runOwnCommand } from '../own-command.js';

/** The largest fixture whose script is shown, in bytes: a larger one would block keys while it is read. */
const READ_LIMIT = 8 * 1024 * 1024;

/**
 * Exports a fixture into the folder `replays` beside the database, readable by the user alone. A client may be configured with an earlier
 * file, so no file is replaced; if one has the same content, it is used again.
 */
export async function writeFixture(
  { words, file }: { readonly words: readonly string[]; readonly file: string },
  database: string,
): Promise<WrittenFixture> {
  const wanted = join(dirname(database), 'replays', file);
  try {
    makePrivateFolder(dirname(wanted));
    const { text, path } = await runOwnCommand(words, database, wanted);
    if (path === undefined) return { failure: text };
    return readWritten(path === wanted ? path : sameAs(wanted, path));
  } catch (thrown) {
    return { failure: reasonOf(thrown) };
  }
}

function readWritten(path: string): WrittenFixture {
  return { path, bytes: statSync(path).size > READ_LIMIT ? undefined : readFileSync(path) };
}

/** If two files have the same content, keeps only the first. */
function sameAs(wanted: string, written: string): string {
  if (statSync(wanted).size !== statSync(written).size) return written;
  if (!readFileSync(wanted).equals(readFileSync(written))) return written;
  rmSync(written);
  return wanted;
}
