import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where the database is: `--db`, `$TURNTABLE_DB`, `$TURNTABLE_HOME`, `$XDG_DATA_HOME`, `~/.local/share`, in this order. */
export function databasePath(option: string | undefined, env: NodeJS.ProcessEnv): string {
  const named = option ?? env['TURNTABLE_DB'];
  if (named !== undefined && named !== '') return resolve(named);
  if (env['TURNTABLE_HOME']) return resolve(env['TURNTABLE_HOME'], 'turntable.db');
  const data = env['XDG_DATA_HOME'] ?? join(env['HOME'] ?? env['USERPROFILE'] ?? '.', '.local', 'share');
  return resolve(data, 'turntable', 'turntable.db');
}

/** The folder that holds the journals of a database, one file a recording. */
export function journalFolder(database: string): string {
  return `${database}-journals`;
}

/** Makes `folder` and what is missing above it, for the user alone. */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Makes the folders that a database and its journals stand in; returns the folder of the journals. */
export function makeDatabaseFolders(database: string): string {
  makePrivateFolder(dirname(database));
  const journals = journalFolder(database);
  makePrivateFolder(journals);
  return journals;
}
