import type { EventFields } from './frame.js';

/**
 * The program that was really started as the agent: the content of the `launch` event, as far as it could be found without running
 * anything. Paths are absolute. Recordings of older versions have no such event.
 */
export interface Launch {
  /** The file that the system found for the command. */
  readonly program?: string;
  /** The file that it links to, if it is a link. */
  readonly file?: string;
  /** The script that is run: the file itself, if it has a shebang, or an argument. */
  readonly script?: string;
  /** The program that runs the script; only its name if it does not exist. */
  readonly interpreter?: string;
  /** The version of the interpreter: `Node 22.14.0`, `Python 3.12`. */
  readonly version?: string;
  /** If the program is a shim, which chooses another program when it runs: the tool that it belongs to, such as `volta` or `npx`. */
  readonly shim?: string;
  /** The program that a shim starts, if its text or its arguments say so. */
  readonly starts?: string;
  /** The program that the process was running when we looked, if it is another one. */
  readonly running?: string;
  /** A problem, such as `the script does not exist`. */
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

/** The fields of the event, the most important first. */
export function launchFields(launch: Launch): EventFields {
  const { cwd, env } = launch;
  const texts = TEXTS.flatMap((name) => (launch[name] === undefined ? [] : [[name, launch[name]] as const]));
  return {
    ...Object.fromEntries(texts),
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: env.join(' ') }),
  };
}

/** Reads the fields of the event; a file may contain anything. */
export function launchOf(fields: EventFields): Launch {
  const texts = TEXTS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]));
  const { cwd, env } = fields;
  return {
    ...Object.fromEntries(texts),
    ...((cwd === 'exists' || cwd === 'missing') && { cwd }),
    ...(env !== undefined && { env: env.split(' ').filter((name) => name !== '') }),
  };
}
