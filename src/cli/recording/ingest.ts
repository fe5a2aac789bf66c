import { parseArgs } from 'node:util';
import { reasonOf } from '../../errors.js';
import { parseDuration } from '../../replay/engine/pace.js';
import { escapeUnsafeLines } from '../../wire/plain-text.js';
import { letGoOfTap } from '../../stdio/ingest-process.js';
import { journalPlace } from '../../store/schema/locate.js';
import { keepHouse } from '../../tasks/keeping/keep-house.js';
import type { KeepPolicy } from '../../tasks/keeping/keep-policy.js';
import { parseBytes } from '../program/amounts.js';
import { awaitAccount } from '../../tasks/recordings/await-account.js';
import { followJournal } from '../../tasks/recordings/follow-journal.js';

/**
 * The process that the tap starts: it follows one journal until all of it is in the database. Then, when nobody waits for it any more, it
 * packs and removes old recordings. Its stderr goes to the tap, which passes each line on as a warning. Returns the exit code, which nobody
 * waits for.
 *
 * @param words the path of the journal, and the options of the tap: `--check-in` (print violations of the protocol as they happen, by the
 * configuration of this folder), `--stall` (with it: how long a wait may go without progress before it is reported, such as `30s`),
 * `--fixture`, `--keep`, `--keep-days`, `--keep-size`. The journal itself is only data: nothing in it is an option.
 */
export async function ingest(words: readonly string[]): Promise<number> {
  // the tap may have ended before the first output
  process.stderr.on('error', () => undefined);
  const warn = (text: string): void => void process.stderr.write(`${escapeUnsafeLines(text)}\n`);
  const { positionals, values } = parseArgs({
    args: [...words],
    options: {
      'check-in': { type: 'string' },
      stall: { type: 'string' },
      fixture: { type: 'string' },
      keep: { type: 'string' },
      'keep-days': { type: 'string' },
      'keep-size': { type: 'string' },
    },
    allowPositionals: true,
  });
  const [journal] = positionals;
  if (journal === undefined) return 2;
  const { 'check-in': checkIn, stall, fixture, keep } = values;
  const stallMs = stall === undefined ? undefined : parseDuration(stall, '--stall');
  const wishes = { fixture, keep: keep === undefined ? undefined : Number(keep) };
  try {
    await followJournal(journal, { checkIn, stallMs, wishes, warn });
  } catch (thrown) {
    warn(`${reasonOf(thrown)}; the recording waits in its journal, ${journal}`);
    return 1;
  }
  letGoOfTap();
  try {
    const { database, id } = journalPlace(journal);
    await awaitAccount(database, id);
    await keepHouse(database, policyOf(values), id);
    return 0;
  } catch {
    // the next ingest that ends does the rest
    return 1;
  }
}

/** Undefined if nothing may be removed. */
function policyOf(values: {
  readonly 'keep-days'?: string | undefined;
  readonly 'keep-size'?: string | undefined;
}): KeepPolicy | undefined {
  const { 'keep-days': days, 'keep-size': size } = values;
  if (days === undefined && size === undefined) return undefined;
  return {
    days: days === undefined ? undefined : Number(days),
    bytes: size === undefined ? undefined : parseBytes(size),
  };
}
