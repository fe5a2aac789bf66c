import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';

interface CompiledCode {
  readonly privateFolder: (env: NodeJS.ProcessEnv) => string | undefined;
}

const { privateFolder } = createRequire(import.meta.url)('../../bin/turntable.js') as CompiledCode;

/** Somebody else's, where the test may give files away. */
const SOMEBODY = 12345;
const isRoot = process.getuid?.() === 0;

test('is kept in the cache folder, closed to others', () => {
  const home = temporaryFolder();
  const folder = privateFolder({ HOME: home }) ?? '';
  expect(folder).toBe(join(home, '.cache/turntable/compiled'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(privateFolder({ HOME: home })).toBe(folder);
});

test('XDG_CACHE_HOME goes before HOME', () => {
  const caches = temporaryFolder();
  expect(privateFolder({ HOME: temporaryFolder(), XDG_CACHE_HOME: caches })).toBe(join(caches, 'turntable/compiled'));
});

test.each([
  ['no home', {}],
  ['an empty home', { HOME: '' }],
  ['a relative home', { HOME: 'home' }],
  ['a relative cache folder', { HOME: tmpdir(), XDG_CACHE_HOME: 'cache' }],
])('is not kept with %s', (_, env) => {
  expect(privateFolder(env)).toBeUndefined();
});

test('is not kept where Turntable is off: no file is made', () => {
  const home = temporaryFolder();
  expect(privateFolder({ HOME: home, TURNTABLE_OFF: '1' })).toBeUndefined();
  expect(readdirSync(home)).toEqual([]);
});

test.each([0o770, 0o707, 0o755])('is not kept where others may look or write: mode %o', (mode) => {
  const env = { HOME: temporaryFolder() };
  chmodSync(privateFolder(env) ?? '', mode);
  expect(privateFolder(env)).toBeUndefined();
});

test('is not kept behind a link', () => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.cache/turntable'), { recursive: true });
  symlinkSync(temporaryFolder(), join(home, '.cache/turntable/compiled'));
  expect(privateFolder({ HOME: home })).toBeUndefined();
});

test.skipIf(!isRoot)("is not kept in somebody else's home or folder", () => {
  const env = { HOME: temporaryFolder() };
  chownSync(privateFolder(env) ?? '', SOMEBODY, SOMEBODY);
  expect(privateFolder(env)).toBeUndefined();

  const theirs = temporaryFolder();
  chownSync(theirs, SOMEBODY, SOMEBODY);
  expect(privateFolder({ HOME: theirs })).toBeUndefined();
});
