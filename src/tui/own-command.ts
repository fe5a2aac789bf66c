import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { extname } from 'node:path';
import { reasonOf } from '../errors.js';
import { TURNTABLE } from '../package-files.js';

/** Exit codes of commands that succeeded: 1 only says that there are violations or differences. */
const DONE: readonly (number | null)[] = [0, 1];

/** The most output that is shown of a command, in bytes. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

/** How a command ended, as a message for the person. */
export interface CommandEnd {
  readonly text: string;
  readonly isError: boolean;
  /** The file that was written. */
  readonly path?: string;
}

/**
 * Runs one of our commands in the background.
 *
 * @param file the file for its stdout, readable by the user alone; an existing file is never overwritten
 */
export function runOwnCommand(words: readonly string[], database: string, file?: string): Promise<CommandEnd> {
  return new Promise((resolve) => {
    let place: { readonly path: string; readonly fd: number } | undefined;
    try {
      place = file === undefined ? undefined : newFile(file);
    } catch (thrown) {
      resolve({ text: reasonOf(thrown), isError: true });
      return;
    }
    const child = spawn(process.execPath, lineOf(words, database), {
      stdio: ['ignore', place?.fd ?? 'ignore', 'pipe'],
    });
    if (place !== undefined) closeSync(place.fd);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    child.on('error', (error) => {
      resolve({ text: error.message, isError: true });
    });
    child.on('close', (code) => {
      const isError = !DONE.includes(code);
      if (place !== undefined && isError) rmSync(place.path, { force: true });
      const written = place === undefined || isError ? '' : `wrote ${place.path}. `;
      const words = said
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replace(/^turntable: /, '');
      resolve({ text: written + words, isError, ...(place !== undefined && !isError && { path: place.path }) });
    });
  });
}

/** The output of a command, or why it failed. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs one of our commands in the background and returns its stdout. */
export function askOwnCommand(words: readonly string[], database: string): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(process.execPath, lineOf(words, database), { maxBuffer: MOST_ANSWER_BYTES }, (error, stdout, stderr) => {
      const isError = error !== null && !DONE.includes(Number(error.code));
      resolve({ text: isError ? stderr.trim() || error.message : stdout, isError });
    });
  });
}

function lineOf([name = '', ...rest]: readonly string[], database: string): string[] {
  return [TURNTABLE, name, '--db', database, ...rest];
}

/** Creates a file. If the name is taken, a number is added to it. */
function newFile(wanted: string): { readonly path: string; readonly fd: number } {
  const ending = extname(wanted);
  const base = wanted.slice(0, wanted.length - ending.length);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? wanted : `${base}-${number}${ending}`;
    try {
      return { path, fd: openSync(path, 'wx', 0o600) };
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
  }
}
