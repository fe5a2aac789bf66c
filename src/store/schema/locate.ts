import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { TurntableError } from '../../errors.js';

/**
 * Where the database is: `--db`, `$TURNTABLE_DB`, `$TURNTABLE_HOME`, `$XDG_DATA_HOME`, `~/.local/share`, in this order. What
 * is set and empty is as good as not set.
 */
export function databasePath(option: string | undefined, env: NodeJS.ProcessEnv): string {
  const set = (name: string): string[] => (env[name] ? [env[name]] : []);
  const [path] = [
    ...(option ? [option] : set('TURNTABLE_DB')),
    ...set('TURNTABLE_HOME').map((home) => join(home, 'turntable.db')),
    ...set('XDG_DATA_HOME').map((data) => join(data, 'turntable', 'turntable.db')),
    ...[...set('HOME'), ...set('USERPROFILE'), homedir()].map((home) =>
      join(home, '.local/share/turntable/turntable.db'),
    ),
  ];
  return resolve(path ?? 'turntable.db');
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

/**
 * Makes `folder` and what is missing above it, for the user alone. Not by mkdir's own recursion: Node's never ends where a file
 * system keeps answering that something is missing, as /proc does.
 *
 * @throws {TurntableError} `DATABASE_UNREADABLE`, or what the file system says
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, 0o700);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (code === 'EEXIST')
      throw new TurntableError('DATABASE_UNREADABLE', `${folder} is not a folder`, { cause: thrown });
    if (code !== 'ENOENT' || dirname(folder) === folder) throw thrown;
    makePrivateFolder(dirname(folder));
    mkdirSync(folder, 0o700);
  }
}

/** Makes the folders that a database and its journals stand in; returns the folder of the journals. */
export function makeDatabaseFolders(database: string): string {
  makePrivateFolder(dirname(database));
  const journals = journalFolder(database);
  makePrivateFolder(journals);
  return journals;
}
