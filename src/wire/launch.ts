import type { EventFields } from './frame.js';

/**
 * What was really started when an agent was: what the `launch` event says, as far as it could be seen without running anything.
 * Paths are absolute. Recordings of older versions have none.
 */
export interface Launch {
  /** The file that the system found for the command. */
  readonly program?: string;
  /** Where its links lead, if elsewhere. */
  readonly file?: string;
  /** The script that is run: the file itself, by its first line, or an argument. */
  readonly script?: string;
  /** What runs the script; only a name if there is no such program. */
  readonly interpreter?: string;
  /** Of the interpreter: `Node 22.14.0`, `Python 3.12`. */
  readonly version?: string;
  /** Whose stand-in the program is, for a program that it chooses when it runs: `volta`, `npx`. */
  readonly shim?: string;
  /** What a shim starts, as far as its text or its arguments say. */
  readonly starts?: string;
  /** The program that the process ran when it was looked at, if another than the above. */
  readonly running?: string;
  /** What cannot work: `the script does not exist`. */
  readonly problem?: string;
  /** Whether the folder that the agent was started in exists. */
  readonly cwd?: 'exists' | 'missing';
  /** Where programs were looked for. */
  readonly path?: string;
  /** Names of variables in its environment that agents or proxies look at; never their values. */
  readonly env?: readonly string[];
}

const TEXTS = [
  'program',
  'file',
  'script',
  'interpreter',
  'version',
  'shim',
  'starts',
  'running',
  'problem',
  'path',
] as const;

/** The fields of the event, what tells most first. */
export function launchFields(launch: Launch): EventFields {
  const { cwd, env } = launch;
  const texts = TEXTS.flatMap((name) => (launch[name] === undefined ? [] : [[name, launch[name]] as const]));
  return {
    ...Object.fromEntries(texts),
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: env.join(' ') }),
  };
}

/** What the fields of the event say; a file may hold anything. */
export function launchOf(fields: EventFields): Launch {
  const texts = TEXTS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]));
  const { cwd, env } = fields;
  return {
    ...Object.fromEntries(texts),
    ...((cwd === 'exists' || cwd === 'missing') && { cwd }),
    ...(env !== undefined && { env: env.split(' ').filter((name) => name !== '') }),
  };
}
