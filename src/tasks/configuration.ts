import { join } from 'node:path';
import * as z from 'zod';
import { reasonOf, TurntableError } from '../errors.js';
import { readInput } from '../input-file.js';
import { configFile, type ConfigFile } from '../report/check/config-json-schema.js';

const CONFIG_FILE = 'turntable.config.json';
/** Above this, in bytes, it is none. */
const LARGEST_BYTES = 1024 * 1024;

/** A configuration file and what it says. */
export interface Configuration {
  readonly path: string;
  /** Undefined where there is no file. */
  readonly file: ConfigFile | undefined;
}

/**
 * Reads a configuration file.
 *
 * @param named the file; undefined: the one of the folder, which need not be there
 * @throws {TurntableError} `CONFIG_INVALID`, with the place in the file; what reading a file throws
 */
export function readConfiguration(named: string | undefined, folder: string): Configuration {
  const path = named ?? join(folder, CONFIG_FILE);
  let text: string;
  try {
    text = readInput(path, { mayBePipe: named !== undefined, mostBytes: LARGEST_BYTES }).toString();
  } catch (thrown) {
    const { code } = ((thrown as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (named === undefined && code === 'ENOENT') return { path, file: undefined };
    throw thrown;
  }
  return { path, file: parsed(path, text) };
}

function parsed(path: string, text: string): ConfigFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw invalid(path, reasonOf(thrown));
  }
  const { success, data, error } = configFile.safeParse(json);
  if (success) return data;
  throw invalid(path, z.prettifyError(error));
}

function invalid(path: string, what: string): TurntableError {
  return new TurntableError('CONFIG_INVALID', `${path}: ${what}`, {
    hint: 'For the possible keys, see docs/checking.md.',
  });
}
