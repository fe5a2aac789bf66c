import { spawnSync } from 'node:child_process';
import { run, type Ended } from './program.js';

const UNSHARE = ['unshare', '-rpf', '--mount-proc', '--'];

/** Whether this user can have a PID namespace of its own. */
export const canUnshare = spawnSync('unshare', ['-rpf', '--mount-proc', '--', 'true']).status === 0;

/** Runs a program where it sees no process but its own, as in a container. */
export async function inOwnPidNamespace(words: readonly string[]): Promise<Ended> {
  return run([...UNSHARE, ...words], { stdin: 'ignore' });
}
