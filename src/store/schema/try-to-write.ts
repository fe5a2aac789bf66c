import type { Database } from './sqlite.js';

/**
 * Runs `work`, whose writes can wait for another time. If the database cannot be written, or is locked for longer than `busyMs`, nothing
 * happens.
 */
export function tryToWrite(db: Database, busyMs: number, work: () => void): void {
  const usualMs = db.pragma('busy_timeout', { simple: true }) as number;
  try {
    db.pragma(`busy_timeout = ${busyMs}`);
    work();
  } catch (thrown) {
    if (!String((thrown as { code?: unknown }).code).startsWith('SQLITE_')) throw thrown;
  } finally {
    db.pragma(`busy_timeout = ${usualMs}`);
  }
}
