import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Launch } from '../../wire/launch.js';
import { beginningOf } from './beginning-of.js';
import { findProgram, type SearchPlace } from './find-program.js';
import { INTERPRETER, launcherOf, scriptIn, shebangOf, shimOf } from './program-text.js';
import { runtimeVersion } from './runtime-version.js';
import { tellingNames } from './telling-names.js';

/** How an agent is, or was, started. */
export interface StartedCommand extends SearchPlace {
  readonly argv: readonly [string, ...string[]];
  /** Its process, if it runs. */
  readonly pid?: number;
}

/** Finds out what the system starts for a command, without starting anything. */
export function lookAtLaunch(started: StartedCommand): Launch {
  const { argv, cwd, env, pid } = started;
  const program = findProgram(argv[0], started);
  const seen = program === undefined ? {} : lookAtProgram(program, started);
  const running = pid === undefined ? undefined : runningProgram(pid);
  const isKnown = [program, seen.file, realPathOf(seen.interpreter)].includes(running);
  const { PATH: path } = env;
  return {
    ...(program !== undefined && { program }),
    ...seen,
    ...(running !== undefined && !isKnown && { running, ...versionOf(running) }),
    cwd: existsSync(cwd) ? 'exists' : 'missing',
    ...(path !== undefined && { path }),
    env: tellingNames(env),
  };
}

/** Finds out what a program is: a script, a shim for another program, an interpreter with a script, or a program by itself. */
function lookAtProgram(program: string, { argv: [, ...args], ...place }: StartedCommand): Launch {
  const file = realPathOf(program) ?? program;
  const text = beginningOf(file);
  const name = basename(program).replace(/\.(?:exe|cmd|bat|com)$/i, '');
  const where = file === program ? {} : { file };
  const shim = shimOf(file, text) ?? launcherOf(name, args);
  const shebang = shebangOf(text);
  if (shebang !== undefined) {
    const { interpreter, looksFor } = shebang;
    const command = looksFor ?? interpreter;
    return { ...where, script: file, ...interpreted(findProgram(command, place), command), ...shim };
  }
  if (shim !== undefined || !INTERPRETER.test(basename(file))) return { ...where, ...shim };
  return { ...where, interpreter: program, ...versionOf(program), ...argument(scriptIn(args), place.cwd) };
}

function interpreted(interpreter: string | undefined, wanted: string): Launch {
  if (interpreter !== undefined) return { interpreter, ...versionOf(interpreter) };
  return { interpreter: wanted, problem: `its interpreter ${wanted} is not found` };
}

/** An argument that is a script. A word without a folder may be something else, such as a subcommand of the interpreter. */
function argument(word: string | undefined, cwd: string): Launch {
  if (word === undefined) return {};
  const script = resolve(cwd, word);
  if (existsSync(script)) return { script };
  return /[/\\.]/.test(word) ? { script, problem: 'the script does not exist' } : {};
}

function versionOf(interpreter: string): Pick<Launch, 'version'> {
  const version = runtimeVersion(realPathOf(interpreter) ?? interpreter) ?? runtimeVersion(interpreter);
  return version === undefined ? {} : { version };
}

/** The program that a process runs now; undefined if the system does not say. */
function runningProgram(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}

function realPathOf(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : realpathSync.native(path);
  } catch {
    return undefined;
  }
}
