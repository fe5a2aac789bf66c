import { watch, type FSWatcher } from 'node:fs';
import type { ChangeWatch } from '../../store/query/change-watch.js';
import type { Database } from '../../store/schema/sqlite.js';

/** After the system has told of a write, in ms and times: SQLite's count a moment after the bytes are in the file. */
const LOOK_AGAIN = { ms: 2, times: 3 } as const;

export interface WaitOptions {
  /** In ms. */
  readonly mostMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until a file is written to, at most `mostMs`. A file cannot always be watched, and not every file system tells of
 * writes (those on a network do not): then the wait lasts its whole time.
 *
 * @param isWritten asked once the file is watched, so that no earlier write is missed, and after each write
 */
export async function untilWritten(
  path: string,
  isWritten: () => boolean,
  { mostMs, signal }: WaitOptions,
): Promise<void> {
  if (signal?.aborted === true) return;
  let watcher: FSWatcher | undefined;
  const timers: { end?: NodeJS.Timeout; look?: NodeJS.Timeout | undefined } = {};
  let done = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      done = resolve;
      const look = (times: number): void => {
        timers.look = undefined;
        try {
          if (isWritten()) resolve();
          else if (times > 0) timers.look = setTimeout(look, LOOK_AGAIN.ms, times - 1);
        } catch (thrown) {
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
      };
      watcher = watched(path, () => {
        if (timers.look === undefined) look(LOOK_AGAIN.times);
      });
      timers.end = setTimeout(resolve, mostMs);
      signal?.addEventListener('abort', done);
      look(0);
    });
  } finally {
    clearTimeout(timers.end);
    clearTimeout(timers.look);
    signal?.removeEventListener('abort', done);
    watcher?.close();
  }
}

/** Waits until a database has changed since the last look at it, at most `mostMs`. */
export async function untilChanged(db: Database, seen: ChangeWatch, options: WaitOptions): Promise<void> {
  // what is committed goes into this file first
  await untilWritten(`${db.name}-wal`, () => hasChanged(seen), options);
}

function hasChanged(seen: ChangeWatch): boolean {
  try {
    return seen.hasChanged();
  } catch (thrown) {
    // whoever has locked it will write
    if (String((thrown as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return false;
    throw thrown;
  }
}

/** Undefined if it is not there, or the system watches too much already. */
function watched(path: string, told: () => void): FSWatcher | undefined {
  try {
    // after an error the time ends the wait
    return watch(path, told).on('error', () => undefined);
  } catch {
    return undefined;
  }
}
