import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { reasonOf } from '../../errors.js';
import { escapeUnsafeLines } from '../../wire/plain-text.js';
import type { Surface } from './surface.js';

/** What a shell says of a program that is not there. */
const NOT_FOUND = 127;

/** Where $PAGER does not say. */
const PAGERS = ['less', 'more'];

/**
 * How long the terminal stays the pager's after its end, in ms: of the Ctrl-C that has ended it this process may hear only
 * after it has heard of the end, and that Ctrl-C was not meant for the screen.
 */
const LATE_SIGNALS_MS = 50;

/**
 * Shows a text in $PAGER, which has the terminal meanwhile. $PAGER may hold options, as elsewhere; the text goes to its
 * stdin, where nothing reads it as a command, and with all that could drive the terminal escaped.
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
  // it may be left before it has read all
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
