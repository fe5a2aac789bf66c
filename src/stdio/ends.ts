import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { whenFlushed } from './pending-bytes.js';

const STDIN_FD = 0;
const STDOUT_FD = 1;

/**
 * Closes our reading end towards the client, so that its next write fails as it would without us. The stream goes first: a
 * descriptor closed under a living stream aborts the process. Something is opened in its place at once, lest another file get
 * the number.
 */
export function closeStdin(): void {
  const { stdin } = process;
  stdin.once('close', () => {
    closeSync(STDIN_FD);
    openSync(devNull, 'r');
  });
  stdin.destroy();
}

/** Closes our writing end towards the client once it has taken what is pending; `end()` of the stream would not. */
export function closeStdout(done: () => void): void {
  whenFlushed(process.stdout, () => {
    closeSync(STDOUT_FD);
    openSync(devNull, 'w');
    done();
  });
}
