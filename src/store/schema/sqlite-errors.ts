import { bareReasonOf, TurntableError } from '../../errors.js';

/** What SQLite says of a file that is damaged, or that it cannot read or write. All else is a mistake of ours. */
const OF_THE_FILE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PERM|AUTH|PROTOCOL|NOMEM)/;

/**
 * Says in words what is wrong with a database that was opened and whose use then failed.
 *
 * @param path the database, where it is known
 * @returns undefined for what has nothing to do with the file, its disk or another process
 */
export function databaseError(thrown: unknown, path = 'the database'): TurntableError | undefined {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  const name = typeof code === 'string' ? code : '';
  const cause = thrown;
  if (name.startsWith('SQLITE_BUSY')) {
    return new TurntableError('DATABASE_BUSY', `another process has locked ${path}`, {
      hint: 'Try again when that process is done.',
      cause,
    });
  }
  if (name.startsWith('SQLITE_FULL')) {
    return new TurntableError('DATABASE_UNREADABLE', `${path} cannot grow: ${bareReasonOf(thrown)}`, {
      hint: 'Make room on its disk.',
      cause,
    });
  }
  return OF_THE_FILE.test(name) ? unusable(thrown, path) : undefined;
}

/** A file that is no database, or one that cannot be used. */
export function unusable(thrown: unknown, path: string): TurntableError {
  return new TurntableError('DATABASE_UNREADABLE', `${path} cannot be used as a database: ${bareReasonOf(thrown)}`, {
    hint: 'Run "turntable doctor".',
    cause: thrown,
  });
}
