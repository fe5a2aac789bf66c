import { fstatSync } from 'node:fs';
import type { Socket } from 'node:net';

const STDIN_FD = 0;

/**
 * Ends this process when the process that started it ends, even if that was killed: our stdin is a pipe from it, which is closed then. Does
 * nothing if stdin is not a pipe.
 */
export function endWithStarter(): void {
  const stdin = fstatSync(STDIN_FD);
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  process.stdin.on('close', () => process.exit()).resume();
  // the open pipe alone must not keep this process running
  (process.stdin as Socket).unref();
}
