import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line of a stack: `at name (file:line:column)`, or without the name. */
const FRAME = /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/;

/**
 * Where a function of the library was called, as `test/a.test.ts:12`; undefined where the stack does not say.
 *
 * @param entry the function; to be asked before it waits for anything
 */
export function callSite(entry: (...args: never[]) => unknown): string | undefined {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, entry);
  for (const line of (holder.stack ?? '').split('\n')) {
    const [, file, number] = FRAME.exec(line) ?? [];
    if (file === undefined || number === undefined || file.startsWith('node:')) continue;
    const path = file.startsWith('file://') ? fileURLToPath(file) : file;
    const near = relative(process.cwd(), path);
    return `${near.startsWith('..') ? path : near}:${number}`;
  }
  return undefined;
}
