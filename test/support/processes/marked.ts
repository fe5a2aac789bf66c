import { readdirSync, readFileSync } from 'node:fs';
import { commandOf, isRunning } from './processes.js';

/** Command lines of the processes that inherited an environment variable of this value (Linux): whoever started them. */
export function processesMarked(name: string, value: string): string[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids
    .map(Number)
    .filter((pid) => isRunning(pid) && environmentOf(pid).includes(`${name}=${value}`))
    .map((pid) => commandOf(pid).join(' ').slice(0, 200));
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
