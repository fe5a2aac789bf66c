import { RULES } from '../../check/rules/index.js';
import { listedRecordings } from '../../store/query/recordings.js';
import { openForReading } from '../../store/schema/open-database.js';
import { databaseFor } from '../../tasks/recordings/database-for.js';
import { startedText } from '../../tasks/recordings/describe-recording.js';
import type { CommandLine } from './command-line.js';
import { completionOf, type Candidate } from './completion.js';

/** The most recordings that are suggested: a longer list would not be read. */
const MOST_RECORDINGS = 50;
/** How long to wait for a locked database, in ms. Little, because a person has pressed Tab and waits. */
const BUSY_MS = 100;

/** The line that tells the shells' scripts to complete file names: see {@link completionScript}. */
const TAKES_FILES = ':files';

/**
 * `turntable complete`, which the scripts of the shells call. It prints a line for each word that fits: the word, a tab, and its meaning.
 * It changes nothing, creates no database, and ignores errors.
 *
 * @param words the words after `turntable` on the line; the last one is being typed
 */
export async function complete(words: readonly string[], cli: CommandLine): Promise<number> {
  const recordings = (db: string | undefined): readonly Candidate[] => recordingsIn(cli, db);
  const { candidates, takesFiles } = completionOf(cli.program, words, { recordings, rules });
  for (const { value, help } of candidates) await cli.io.print(`${value}\t${help.replaceAll(/\s+/g, ' ')}\n`);
  if (takesFiles) await cli.io.print(`${TAKES_FILES}\n`);
  return 0;
}

function recordingsIn({ io }: CommandLine, option: string | undefined): readonly Candidate[] {
  try {
    const path = databaseFor({ env: io.env, say: () => undefined }, { db: option });
    const db = openForReading(path, BUSY_MS);
    if (db === undefined) return [];
    try {
      const listed = listedRecordings(db, MOST_RECORDINGS);
      const latest = listed.length === 0 ? [] : [{ value: '@last', help: 'the latest recording' }];
      return [...latest, ...namesOf(listed), ...listed.map(byNumber)];
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}

type Listed = ReturnType<typeof listedRecordings>[number];

function byNumber({ number, name, startedUs }: Listed): Candidate {
  return { value: String(number), help: `${startedText({ startedUs })} ${name ?? ''}`.trim() };
}

/**
 * A name may hold anything. If a shell would not take it for one plain word, or we would take it for a number, only the number of the
 * recording is offered.
 */
function namesOf(listed: readonly Listed[]): Candidate[] {
  const names = listed.flatMap(({ name }) => (name !== undefined && /^(?!\d+$)\w[\w.+-]*$/.test(name) ? [name] : []));
  return [...new Set(names)].map((value) => ({ value, help: 'the latest with this name' }));
}

function rules(): readonly Candidate[] {
  const families = [...new Set(RULES.map(({ id }) => id.slice(0, id.indexOf('/'))))];
  return [
    ...families.map((value) => ({ value, help: 'all rules of this family' })),
    ...RULES.map(({ id, summary }) => ({ value: id, help: summary })),
  ];
}
