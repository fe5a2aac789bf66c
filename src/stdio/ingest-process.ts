import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../bin/turntable.js', import.meta.url));

/**
 * Starts the process that brings a journal into the database: detached, so that it outlives the tap and whoever kills the
 * tap's process group; at the lowest priority. Its stderr is a pipe to us: each line is a warning.
 */
export function startIngest(journal: string, warn: (text: string) => void): ChildProcess {
  const env = { ...process.env };
  // meant for the agent; a debugger waiting in here would be of no use to anyone
  delete env['NODE_OPTIONS'];
  delete env['NODE_V8_COVERAGE'];
  const ingest = spawn(process.execPath, [COMMAND, 'ingest', journal], {
    cwd: dirname(journal),
    detached: true,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  ingest.on('error', (error) => {
    warn(`the ingest could not be started (${error.message}); the next turntable command does its work`);
  });
  lowerPriority(ingest.pid);
  relayWarnings(ingest, warn);
  ingest.unref();
  return ingest;
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // it has ended, or the system does not allow it: no harm either way
  }
}

function relayWarnings({ stderr }: ChildProcess, warn: (text: string) => void): void {
  let rest = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) warn(line);
  });
}
