import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this process can limit how large a file it may write: there a disk is full as far as we are concerned. */
export const canLimit = process.platform === 'linux' && existsSync('/usr/bin/prlimit');

/** While `work` runs no file of this process can grow beyond `bytes`: a write comes short, the next one fails. */
export function withFilesUpTo(bytes: number, work: () => void): void {
  const prlimit = (...words: string[]): string =>
    execFileSync('/usr/bin/prlimit', ['--pid', String(process.pid), ...words], { encoding: 'utf8' }).trim();
  const before = prlimit('--fsize', '--output', 'SOFT', '--noheadings', '--raw');
  prlimit(`--fsize=${bytes}:`);
  try {
    work();
  } finally {
    prlimit(`--fsize=${before}:`);
  }
}
