import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../errors.js';
import { makePrivateFolder } from '../../store/schema/locate.js';
import type { WrittenFixture } from '../../screen/frame/view.js';
import { runOwnCommand } from '../own-command.js';

/** Above this, in bytes, a fixture would hold up keys while its script is made. */
const READ_LIMIT = 8 * 1024 * 1024;

/**
 * Writes what a command of ours exports into the folder `replays` beside the database, for the user alone. What a client is
 * configured with stays: a file that is there is kept, and used again where it says the same.
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

/** Of two files that say the same only the first is kept. */
function sameAs(wanted: string, written: string): string {
  if (statSync(wanted).size !== statSync(written).size) return written;
  if (!readFileSync(wanted).equals(readFileSync(written))) return written;
  rmSync(written);
  return wanted;
}
