import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, loadSqlite } from './sqlite.js';
import { TurntableError } from '../../errors.js';
import { refuseForeignHands } from './foreign-hands.js';
import { makeDatabaseFolders } from './locate.js';
import { checkVersion, isNewestFormat, migrate } from './migrations.js';
import { databaseError, unusable } from './sqlite-errors.js';

export interface OpenOptions {
  /** Whether to create the file if it does not exist. */
  readonly create: boolean;
  /** How long a statement waits for a lock that another process holds, in ms. */
  readonly busyMs: number;
}

/**
 * Opens a database for reading and writing and brings it to the newest schema. New files are readable by the user alone.
 *
 * @throws {TurntableError} `DATABASE_MISSING`, `DATABASE_TOO_NEW`, `DATABASE_FOREIGN`, `DATABASE_UNTRUSTED`, `DATABASE_BUSY`,
 * `DATABASE_UNREADABLE`, `SQLITE_UNAVAILABLE`
 */
export function openDatabase(path: string, { create, busyMs }: OpenOptions): Database {
  if (!create && !existsSync(path)) throw missing(path);
  return explainingErrors(path, () => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw folderNamed(path);
    refuseOtherThanFiles(path);
    const Sqlite = loadSqlite();
    if (create) makePrivateFile(path);
    refuseUntouched(path, Sqlite);
    const db = new Sqlite(path, { timeout: busyMs });
    try {
      // this must come before the first table and before WAL: later it has no effect, but takes the write lock
      if (statSync(path).size === 0) db.pragma('auto_vacuum = INCREMENTAL');
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = NORMAL');
      migrate(db);
      return db;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  });
}

/**
 * Opens an existing database without changing it; undefined if it does not exist, or has another version's format.
 *
 * @throws {TurntableError} what {@link openDatabase} throws
 */
export function openForReading(path: string, busyMs: number): Database | undefined {
  if (!existsSync(path)) return undefined;
  return explainingErrors(path, () => {
    refuseOtherThanFiles(path);
    const Sqlite = loadSqlite();
    refuseUntouched(path, Sqlite);
    // a writable connection removes its log when it is closed; a read-only one would leave it behind
    const db = new Sqlite(path, { timeout: busyMs });
    db.pragma('query_only = ON');
    if (isNewestFormat(db)) return db;
    db.close();
    return undefined;
  });
}

/**
 * The damage that SQLite finds when it checks a whole database, which takes as long as reading it; undefined if there is none, or if it
 * cannot be opened.
 */
export function damageOf(path: string): TurntableError | undefined {
  let found: unknown;
  try {
    const db = openForReading(path, 0);
    try {
      found = db?.pragma('quick_check(1)', { simple: true }) ?? 'ok';
    } finally {
      db?.close();
    }
  } catch (thrown) {
    return databaseError(thrown, path);
  }
  if (found === 'ok') return undefined;
  return new TurntableError('DATABASE_UNREADABLE', `${path} is damaged: ${String(found)}`, {
    hint: 'Export what can still be read, and move the file away: new recordings make a new one.',
  });
}

/** A private database that disappears when it is closed. Its file has no name, and holds only what does not fit into memory. */
export function openScratch(): Database {
  const db = new (loadSqlite())('');
  migrate(db);
  return db;
}

/** Lets statements of this connection wait up to `busyMs` for a lock that another process holds. */
export function waitForLocks(db: Database, busyMs: number): void {
  db.pragma(`busy_timeout = ${busyMs}`);
}

/** Keeps at most this much of the database in memory. */
export function keepPages(db: Database, kib: number): void {
  db.pragma(`cache_size = -${kib}`);
}

/** Runs `work` on the database at `path`, and explains errors of SQLite. */
function explainingErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw explained(path, thrown);
  }
}

/** Creates an empty private file before SQLite opens it, because SQLite would create one that others may read. */
function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  // the path may be a link of somebody else to a file that does not exist yet
  refuseForeignHands(path);
  makeDatabaseFolders(path);
  closeSync(openSync(path, 'a', 0o600));
}

/** The files that SQLite reads. If one of them were a pipe, it would wait for a writer for ever. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

function refuseOtherThanFiles(path: string): void {
  for (const suffix of BESIDE) {
    const there = statSync(`${path}${suffix}`, { throwIfNoEntry: false });
    if (there === undefined || there.isFile()) continue;
    throw new TurntableError('DATABASE_UNREADABLE', `${path}${suffix} is not a regular file`, {
      hint: 'Name another database: --db FILE.',
    });
  }
}

/** Refuses a file that is too new or not ours, through a connection that cannot write. */
function refuseUntouched(path: string, Sqlite: ReturnType<typeof loadSqlite>): void {
  if (statSync(path).size === 0) return;
  const db = new Sqlite(path, { readonly: true });
  try {
    checkVersion(db);
  } finally {
    db.close();
  }
}

function folderNamed(path: string): TurntableError {
  return new TurntableError('DATABASE_UNREADABLE', `${path} is a folder, not a database`, {
    hint: `Name a file: --db ${join(path, 'turntable.db')}`,
  });
}

function missing(path: string): TurntableError {
  return new TurntableError('DATABASE_MISSING', `no database at ${path} yet`, {
    hint: 'Record something first (turntable record -- AGENT), or name another database with --db.',
  });
}

function explained(path: string, thrown: unknown): unknown {
  if (thrown instanceof TurntableError) return thrown;
  const known = databaseError(thrown, path);
  if (known !== undefined) return known;
  const code = (thrown as { code?: unknown }).code;
  const isRefused = typeof code === 'string' && (code.startsWith('SQLITE_') || /^E[A-Z]+$/.test(code));
  return isRefused ? unusable(thrown, path) : thrown;
}
