import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Where a command is looked for. */
export interface SearchPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where systems look if PATH is not set. */
const DEFAULT_PATH = '/usr/bin:/bin';

/** The absolute path of the file that the system starts for a command, without following links; undefined if there is none. */
export function findProgram(command: string, { cwd, env }: SearchPlace): string | undefined {
  if (command.includes('/') || (process.platform === 'win32' && command.includes('\\'))) {
    return startableAt(resolve(cwd, command), env);
  }
  const folders = (env['PATH'] ?? DEFAULT_PATH).split(delimiter);
  for (const folder of folders) {
    // an empty entry means the working folder
    const found = startableAt(resolve(cwd, folder, command), env);
    if (found !== undefined) return found;
  }
  return undefined;
}

function startableAt(path: string, env: NodeJS.ProcessEnv): string | undefined {
  if (process.platform !== 'win32') return isStartable(path) ? path : undefined;
  const endings = (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';');
  return ['', ...endings].map((ending) => `${path}${ending}`).find(isStartable);
}

function isStartable(path: string): boolean {
  try {
    // most folders do not have the file, and stat is faster than an error
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
