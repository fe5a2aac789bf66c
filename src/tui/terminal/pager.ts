import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { reasonOf } from '../../errors.js';
import { escapeUnsafeLines } from '../../wire/plain-text.js';
import type { Surface } from './surface.js';

/** The exit code of a shell if the program does not exist. */
const NOT_FOUND = 127;

/** The pagers to try if $PAGER is not set. */
const PAGERS = ['less', 'more'];

/**
 * How long signals are still taken for the pager's after its end, in ms. If Ctrl-C ended the pager, this process may get the signal after
 * it learns of the end, and the Ctrl-C was not meant for the screen.
 */
const LATE_SIGNALS_MS = 50;

/**
 * Shows a text in $PAGER, which has the terminal until it ends. $PAGER may contain options. The text goes to its stdin, so no part of it
 * can become a command, and its control characters are escaped.
 *
 * @returns why it could not be shown, if it could not
 */
export async function showInPager(
  text: string,
  { surface, env }: { readonly surface: Surface; readonly env: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  const { PAGER } = env;
  const commands = PAGER ? [PAGER] : PAGERS;
  surface.suspend();
  try {
    for (const command of commands) {
      if ((await run(command, escapeUnsafeLines(text), env)) !== NOT_FOUND) return undefined;
    }
    return `${commands.join(' and ')} not found. Set PAGER to a program that shows text.`;
  } catch (error) {
    return `The pager cannot be started: ${reasonOf(error)}`;
  } finally {
    await setTimeout(LATE_SIGNALS_MS);
    surface.resume();
  }
}

async function run(command: string, text: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'inherit', 'inherit'], env });
  // the person may leave the pager before it has read everything
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
