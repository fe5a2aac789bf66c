import { bareReasonOf, TurntableError } from '../../errors.js';

/** The errors of SQLite about a file that is damaged, or that it cannot read or write. All others are our own mistakes. */
const OF_THE_FILE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PERM|AUTH|PROTOCOL|NOMEM)/;

/**
 * Explains an error of an open database.
 *
 * @param path the database, if it is known
 * @returns undefined if the error has nothing to do with the file, its disk or another process
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

/** The error for a file that is not a database, or cannot be used. */
export function unusable(thrown: unknown, path: string): TurntableError {
  return new TurntableError('DATABASE_UNREADABLE', `${path} cannot be used as a database: ${bareReasonOf(thrown)}`, {
    hint: 'Run "turntable doctor".',
    cause: thrown,
  });
}
