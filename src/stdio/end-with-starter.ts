import { fstatSync } from 'node:fs';
import type { Socket } from 'node:net';

const STDIN_FD = 0;

/**
 * Ends this process as soon as whoever started it is gone, also where it was killed: its end of the pipe that is our stdin is
 * closed then. Does nothing where stdin is no pipe.
 */
export function endWithStarter(): void {
  const stdin = fstatSync(STDIN_FD);
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  process.stdin.on('close', () => process.exit()).resume();
  // it alone is no reason to go on
  (process.stdin as Socket).unref();
}
