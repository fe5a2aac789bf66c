import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadSqlite, type NodeVersions } from '../../../src/store/schema/sqlite.js';

/** What was asked for, in order, where nothing is installed; and the error. */
function askedFor(versions: NodeVersions): { packages: string[]; thrown: unknown } {
  const packages: string[] = [];
  try {
    loadSqlite(versions, (name) => {
      packages.push(name);
      throw new Error(`Cannot find module '${name}'\nRequire stack:\n- x`);
    });
  } catch (thrown) {
    return { packages, thrown };
  }
  throw new Error('SQLite was loaded');
}

test('loads a better-sqlite3 that works on this Node', () => {
  const Sqlite = loadSqlite();
  const db = new Sqlite(':memory:');
  expect(db.prepare('SELECT 1 + 1').pluck().get()).toBe(2);
  db.close();
});

test('the lock file keeps `npm ci` from running node-gyp for 13, which ships its binaries', () => {
  const lock = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, unknown>> };
  expect(
    packages['node_modules/better-sqlite3'],
    'npm drops "gypfile": false when it writes package-lock.json. Add it again.',
  ).toMatchObject({ gypfile: false });
});

test.each([
  ['20.10.0', '9', ['better-sqlite3-12']],
  ['22.13.1', '9', ['better-sqlite3-12']],
  ['22.14.0', '10', ['better-sqlite3', 'better-sqlite3-12']],
  ['24.18.1', '10', ['better-sqlite3', 'better-sqlite3-12']],
  ['24.19.0', '10', ['better-sqlite3']],
  ['26.0.0', '10', ['better-sqlite3']],
])('Node %s never loads a major that would end the process', (node, napi, packages) => {
  expect(askedFor({ node, napi }).packages).toEqual(packages);
});

test('takes 12 where 13 has no binary for the platform', () => {
  const load = (name: string): unknown => {
    if (name === 'better-sqlite3') throw new Error('no binary');
    return class {
      readonly isTwelve = true;
      close(): void {
        // nothing is open
      }
    };
  };
  expect(new (loadSqlite({ node: '22.14.0', napi: '10' }, load))('')).toMatchObject({ isTwelve: true });
});

test('without SQLite, an old Node is told to become newer or to compile, a newer one to reinstall', () => {
  expect(askedFor({ node: '20.20.2', napi: '9' }).thrown).toMatchObject({
    code: 'SQLITE_UNAVAILABLE',
    message: `SQLite cannot be loaded by Node 20.20.2 (${process.execPath}): better-sqlite3-12 is not installed`,
    hint: 'Use Node 22.14 or newer, which needs no compiler. Or install python3, make and a C++ compiler, then reinstall Turntable with its install scripts allowed.',
  });
  expect(askedFor({ node: '24.21.0', napi: '10' }).thrown).toMatchObject({
    code: 'SQLITE_UNAVAILABLE',
    message: `SQLite cannot be loaded by Node 24.21.0 (${process.execPath}): better-sqlite3 is not installed`,
    hint: expect.stringMatching(/^Reinstall Turntable with this Node\./) as string,
  });
});

test.each([
  ['Could not locate the bindings file. Tried:\n → a\n → b', 'is installed, but its binary is missing'],
  ["The module 'x.node'\nwas compiled against a different Node.js version using\n...", 'was built for another Node'],
  ["/lib/libc.so.6: version `GLIBC_2.38' not found\nmore", "fails: /lib/libc.so.6: version `GLIBC_2.38' not found"],
])('says why it does not load: %j', (message, why) => {
  const load = (): never => {
    throw new Error(message);
  };
  expect(() => loadSqlite({ node: '20.20.2', napi: '9' }, load)).toThrow(`: better-sqlite3-12 ${why}`);
});
