import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { ReplayDivergedError } from './replay-diverged-error.js';

/** Beside a fixture: its client diverged, and it is to be recorded anew. */
function markOf(fixture: string): string {
  return `${fixture}.diverged`;
}

export function isMarked(fixture: string): boolean {
  return existsSync(markOf(fixture));
}

export function mark(fixture: string, { message }: ReplayDivergedError): void {
  writeFileSync(markOf(fixture), `${message}\n`, { mode: 0o600 });
}

/** It was recorded anew. */
export function unmark(fixture: string): void {
  rmSync(markOf(fixture), { force: true });
}
