import { mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { TurntableError } from '../../errors.js';

/**
 * Where the database is: `--db`, `$TURNTABLE_DB`, `$TURNTABLE_HOME`, `$XDG_DATA_HOME`, `~/.local/share`, in this order. A folder that is
 * not an absolute path would depend on the client's working folder: it is ignored, with a message.
 *
 * @param say called with what is ignored
 * @throws {TurntableError} `DATABASE_UNREADABLE` if no place is left
 */
export function databasePath(option: string | undefined, env: NodeJS.ProcessEnv, say: (text: string) => void): string {
  const file = option === undefined || option === '' ? env['TURNTABLE_DB'] : option;
  if (file) return resolve(file);
  for (const { source, folder, below } of dataFolders(env)) {
    if (isAbsolute(folder)) return join(folder, below);
    say(`ignoring ${source}: ${JSON.stringify(folder)} is not an absolute path`);
  }
  throw new TurntableError('DATABASE_UNREADABLE', 'no home folder for the database', {
    hint: 'Set TURNTABLE_HOME to an absolute path, or name a database with --db.',
  });
}

interface DataFolder {
  readonly source: string;
  readonly folder: string;
  /** The path of the database below this folder. */
  readonly below: string;
}

/** The folders to try. A variable that is set but empty counts as not set. */
function* dataFolders(env: NodeJS.ProcessEnv): Generator<DataFolder> {
  const { TURNTABLE_HOME, XDG_DATA_HOME, HOME, USERPROFILE } = env;
  if (TURNTABLE_HOME) yield { source: 'TURNTABLE_HOME', folder: TURNTABLE_HOME, below: 'turntable.db' };
  if (XDG_DATA_HOME) yield { source: 'XDG_DATA_HOME', folder: XDG_DATA_HOME, below: 'turntable/turntable.db' };
  const below = '.local/share/turntable/turntable.db';
  if (HOME !== undefined) yield { source: 'HOME', folder: HOME, below };
  if (USERPROFILE) yield { source: 'USERPROFILE', folder: USERPROFILE, below };
  yield { source: 'the home folder of this user', folder: ownHome(), below };
}

/** The home folder according to the system, whatever the environment says; empty if there is none. */
function ownHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
}

/** The folder that holds the journals of a database, one file a recording. */
export function journalFolder(database: string): string {
  return `${database}-journals`;
}

/** Whether `id` has the form of a recording's id. A database may hold anything there, even a path to somebody's file. */
export function isRecordingId(id: string): boolean {
  return /^[0-9a-z]{16}$/.test(id);
}

/** The database and the recording's id, from the path of a journal; the file need not exist. */
export function journalPlace(journal: string): { readonly database: string; readonly id: string } {
  return { database: dirname(journal).slice(0, -journalFolder('').length), id: basename(journal) };
}

/** The file beside a journal that holds what the agent told of itself, until it is in the database. */
export function accountPath(journal: string): string {
  return `${journal}.inside`;
}

/**
 * Creates `folder` and the missing folders above it, for the user alone. Node's recursive mkdir is not used, because it never ends if a
 * file system keeps answering that something is missing, as /proc does.
 *
 * @throws {TurntableError} `DATABASE_UNREADABLE`, or what the file system says
 */
export function makePrivateFolder(folder: string): void {
  // checked first, because an error costs more than a check, and the folder usually exists
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new TurntableError('DATABASE_UNREADABLE', `${folder} is not a folder`);
  if (dirname(folder) !== folder) makePrivateFolder(dirname(folder));
  mkdirUnlessMade(folder);
}

/** Creates a folder that another process may create at the same time. */
function mkdirUnlessMade(folder: string): void {
  try {
    mkdirSync(folder, 0o700);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
}

/** Creates the folders of a database and its journals; returns the folder of the journals. */
export function makeDatabaseFolders(database: string): string {
  makePrivateFolder(dirname(database));
  const journals = journalFolder(database);
  makePrivateFolder(journals);
  return journals;
}
