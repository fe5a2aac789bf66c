import { mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { TurntableError } from '../../errors.js';

/**
 * Where the database is: `--db`, `$TURNTABLE_DB`, `$TURNTABLE_HOME`, `$XDG_DATA_HOME`, `~/.local/share`, in this order. A folder
 * that is not an absolute path would lead into whatever folder the client works in: it is ignored, and said to be.
 *
 * @param say is told what is ignored
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
  /** The database, from this folder on. */
  readonly below: string;
}

/** Of those before the home folder, what is set and empty is as good as not set. */
function* dataFolders(env: NodeJS.ProcessEnv): Generator<DataFolder> {
  const { TURNTABLE_HOME, XDG_DATA_HOME, HOME, USERPROFILE } = env;
  if (TURNTABLE_HOME) yield { source: 'TURNTABLE_HOME', folder: TURNTABLE_HOME, below: 'turntable.db' };
  if (XDG_DATA_HOME) yield { source: 'XDG_DATA_HOME', folder: XDG_DATA_HOME, below: 'turntable/turntable.db' };
  const below = '.local/share/turntable/turntable.db';
  if (HOME !== undefined) yield { source: 'HOME', folder: HOME, below };
  if (USERPROFILE) yield { source: 'USERPROFILE', folder: USERPROFILE, below };
  yield { source: 'the home folder of this user', folder: ownHome(), below };
}

/** As the system knows it, whatever the environment says; empty where it does not. */
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

/** Whether `id` is that of a recording: what a database says may be anything, a path to a file of someone's too. */
export function isRecordingId(id: string): boolean {
  return /^[0-9a-z]{16}$/.test(id);
}

/** What the path of a journal says, also when the file is gone: its database, and the id of its recording. */
export function journalPlace(journal: string): { readonly database: string; readonly id: string } {
  return { database: dirname(journal).slice(0, -journalFolder('').length), id: basename(journal) };
}

/** The file beside a journal that holds what the agent told of itself, until it is in the database. */
export function accountPath(journal: string): string {
  return `${journal}.inside`;
}

/**
 * Makes `folder` and what is missing above it, for the user alone. Not by mkdir's own recursion: Node's never ends where a file
 * system keeps answering that something is missing, as /proc does.
 *
 * @throws {TurntableError} `DATABASE_UNREADABLE`, or what the file system says
 */
export function makePrivateFolder(folder: string): void {
  // looked at first: an error costs more than a look, and mostly the folder is there
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new TurntableError('DATABASE_UNREADABLE', `${folder} is not a folder`);
  if (dirname(folder) !== folder) makePrivateFolder(dirname(folder));
  mkdirUnlessMade(folder);
}

/** Another process may make it at the same time. */
function mkdirUnlessMade(folder: string): void {
  try {
    mkdirSync(folder, 0o700);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
}

/** Makes the folders that a database and its journals stand in; returns the folder of the journals. */
export function makeDatabaseFolders(database: string): string {
  makePrivateFolder(dirname(database));
  const journals = journalFolder(database);
  makePrivateFolder(journals);
  return journals;
}
