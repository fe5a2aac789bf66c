import { existsSync } from 'node:fs';
import type { Database } from '../../store/schema/sqlite.js';
import { bringInAccounts } from '../../store/journal/account-files.js';
import { bringInJournals, journalsOf, type BringInOptions } from '../../store/journal/journals.js';
import { endOrphans } from '../../store/journal/orphans.js';
import { finishRemovals, interruptedRemovals } from '../../store/query/remove.js';
import { openDatabase } from '../../store/schema/open-database.js';
import { damagedJournalText } from './damaged-journal-text.js';
import { databaseFor, type DatabaseOption } from './database-for.js';
import type { Surroundings } from '../surroundings.js';
import { unwrittenFixture } from './unwritten-fixture.js';

/** How long a command waits while another process writes, in ms. */
export const COMMAND_BUSY_MS = 5000;

/** From this size on, progress is shown while a journal is brought in, in bytes. */
const LARGE_JOURNAL_BYTES = 20_000_000;

/**
 * Opens the database of a command and brings in its journals, so that the command sees everything. A missing database is created only if
 * there are journals.
 *
 * @throws {TurntableError} `DATABASE_MISSING`, and what {@link openDatabase} throws
 */
export function openUpToDate(io: Pick<Surroundings, 'env' | 'say' | 'progress'>, { db }: DatabaseOption): Database {
  const path = databaseFor(io, { db });
  const journals = journalsOf(path);
  const database = openDatabase(path, { create: journals.length > 0, busyMs: COMMAND_BUSY_MS });
  if (interruptedRemovals(database).length > 0) {
    io.progress('finishing a removal that was interrupted');
    finishRemovals(database);
    io.progress(undefined);
  }
  bringIn(io, database);
  return database;
}

/** Whether there is a database, or journals for one. */
export function isThere(path: string): boolean {
  return existsSync(path) || journalsOf(path).length > 0;
}

/** Opens or creates the database, without bringing in journals. @throws {TurntableError} what {@link openDatabase} throws */
export function openAlone(io: Pick<Surroundings, 'env' | 'say'>, option: DatabaseOption): Database {
  return openDatabase(databaseFor(io, option), { create: true, busyMs: COMMAND_BUSY_MS });
}

/** Brings in the journals. */
export function bringIn(
  io: Pick<Surroundings, 'say' | 'progress'>,
  db: Database,
  { isFollowed = false }: Pick<BringInOptions, 'isFollowed'> = {},
): void {
  const isLarge = journalsOf(db.name).some(({ sizeBytes }) => sizeBytes > LARGE_JOURNAL_BYTES);
  const warn = (text: string): void => {
    io.say(`turntable: ${text}`);
  };
  bringInJournals(db, {
    isFollowed,
    warn,
    ended: ({ reader }) => {
      const text = unwrittenFixture(reader);
      if (text !== undefined) warn(text);
    },
    damaged: (journal) => {
      warn(damagedJournalText(journal));
    },
    ...(isLarge && {
      progress: (id: string, done: number) => {
        io.progress(`bringing in ${id}: ${Math.floor(done * 100)} %`);
      },
    }),
  });
  if (isLarge) io.progress(undefined);
  endOrphans(db);
  bringInAccounts(db);
}
