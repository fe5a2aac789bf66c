import { createRequire } from 'node:module';
import { reasonOf, TurntableError } from '../../errors.js';
import type { OpenFile } from './database.js';

/** An open database. Other rooms pass it to the queries of this one, and close it; its SQL is written here. */
export type { Database, Statement } from './database.js';

/** The parts of `process.versions` that decide which better-sqlite3 runs. */
export interface NodeVersions {
  readonly node: string;
  readonly napi?: string;
}

/**
 * Loads a major version of better-sqlite3 that runs on this Node.
 *
 * @param load loads a package by its name
 * @throws {TurntableError} `SQLITE_UNAVAILABLE`
 */
export function loadSqlite(
  versions: NodeVersions = process.versions,
  load: (name: string) => unknown = createRequire(import.meta.url),
): OpenFile {
  const failures: { readonly name: string; readonly thrown: unknown }[] = [];
  for (const name of packagesFor(versions)) {
    try {
      const sqlite = load(name) as OpenFile;
      // only an open database shows that the binary loads; this takes 0.04 ms
      new sqlite(':memory:').close();
      return sqlite;
    } catch (thrown) {
      failures.push({ name, thrown });
    }
  }
  const reasons = failures.map(({ name, thrown }) => whyNot(name, thrown)).join('; ');
  throw new TurntableError(
    'SQLITE_UNAVAILABLE',
    `SQLite cannot be loaded by Node ${versions.node} (${process.execPath}): ${reasons}`,
    { hint: remedy(versions), cause: failures[0]?.thrown },
  );
}

/** The version of SQLite itself. @throws {TurntableError} `SQLITE_UNAVAILABLE` */
export function sqliteVersion(): string {
  const db = new (loadSqlite())(':memory:');
  const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
  db.close();
  return version;
}

/**
 * The packages that run on a Node, the best first. Others must not even be loaded, because they can end the process: 13 needs Node-API 10,
 * which came with Node 22.14, and 12 aborts during garbage collection from Node 24.19 on.
 */
function packagesFor(versions: NodeVersions): string[] {
  return [...(runs13(versions) ? ['better-sqlite3'] : []), ...(runs12(versions) ? ['better-sqlite3-12'] : [])];
}

function runs13({ napi }: NodeVersions): boolean {
  return Number(napi) >= 10;
}

function runs12({ node }: NodeVersions): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return major < 24 || (major === 24 && minor < 19);
}

function remedy(versions: NodeVersions): string {
  return runs13(versions)
    ? 'Reinstall Turntable with this Node. better-sqlite3 has binaries for Linux, macOS and Windows on x64 and arm64.'
    : 'Use Node 22.14 or newer, which needs no compiler. ' +
        'Or install python3, make and a C++ compiler, then reinstall Turntable with its install scripts allowed.';
}

function whyNot(name: string, thrown: unknown): string {
  const text = reasonOf(thrown);
  const reason = text.split('\n')[0] ?? '';
  if (reason === `Cannot find module '${name}'`) return `${name} is not installed`;
  if (reason.startsWith('Could not locate the bindings file')) return `${name} is installed, but its binary is missing`;
  if (text.includes('was compiled against a different Node.js version')) return `${name} was built for another Node`;
  return `${name} fails: ${reason}`;
}
