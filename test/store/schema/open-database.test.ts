import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sqlite } from '../../support/store/sqlite.js';
import { describe, expect, test } from 'vitest';
import { TurntableError } from '../../../src/errors.js';
import { APPLICATION_ID, SCHEMA_VERSION } from '../../../src/store/schema/migrations.js';
import { openDatabase } from '../../../src/store/schema/open-database.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const CREATE = { create: true, busyMs: 200 };

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function errorOf(work: () => unknown): TurntableError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof TurntableError) return thrown;
    throw thrown;
  }
  return expect.fail('it should have thrown');
}

/** A database of SQLite that another program, or another version of this one, made. */
function foreignDatabase(path: string, sql: string): void {
  const db = new Sqlite(path);
  db.exec(sql);
  db.close();
}

/** Every file in a folder that holds anything, with its bytes. Not the index that whoever reads a WAL makes of it: `-shm`. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ name }) => name).filter((name) => !name.endsWith('-shm'));
  const files = names.map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const);
  return Object.fromEntries(files.filter(([, text]) => text !== ''));
}

describe('openDatabase', () => {
  test('makes the database and its folders for the user alone', () => {
    const path = join(temporaryFolder(), 'a', 'b', 'turntable.db');
    const db = openDatabase(path, CREATE);
    db.exec(`INSERT INTO anchor VALUES (1, 2, 3)`);
    expect(['', '-wal', '-shm'].map((suffix) => mode(path + suffix))).toEqual(['600', '600', '600']);
    expect([mode(join(path, '..')), mode(join(path, '..', '..')), mode(`${path}-journals`)]).toEqual([
      '700',
      '700',
      '700',
    ]);
    db.close();
  });

  test('sets what keeps it whole and small: WAL, NORMAL, incremental vacuum', () => {
    const db = openDatabase(join(temporaryFolder(), 't.db'), CREATE);
    const pragmas = ['journal_mode', 'synchronous', 'auto_vacuum', 'user_version', 'application_id'];
    expect(pragmas.map((name) => db.pragma(name, { simple: true }))).toEqual([
      'wal',
      1,
      2,
      SCHEMA_VERSION,
      APPLICATION_ID,
    ]);
    db.close();
  });

  test('opens what it made again, rows and all', () => {
    const path = join(temporaryFolder(), 't.db');
    const first = openDatabase(path, CREATE);
    first.exec(`INSERT INTO anchor VALUES (1, 2, 3)`);
    first.close();
    const again = openDatabase(path, { create: false, busyMs: 0 });
    expect(again.prepare('SELECT wall_us FROM anchor').pluck().get()).toBe(3);
    again.close();
  });

  test('takes an empty file for a database yet to be made', () => {
    const path = join(temporaryFolder(), 't.db');
    writeFileSync(path, '');
    const db = openDatabase(path, { create: false, busyMs: 0 });
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    db.close();
  });

  test('makes nothing where it may not, and says what to do', () => {
    const folder = temporaryFolder();
    const error = errorOf(() => openDatabase(join(folder, 'x', 't.db'), { create: false, busyMs: 0 }));
    expect(error).toMatchObject({
      code: 'DATABASE_MISSING',
      hint: expect.stringContaining('turntable record') as string,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['DELETE', 'WAL'])(
    'refuses a newer format (journal mode %s) and leaves every byte as it was',
    (journalMode) => {
      const folder = temporaryFolder();
      const path = join(folder, 't.db');
      foreignDatabase(
        path,
        `PRAGMA journal_mode = ${journalMode}; CREATE TABLE recording (x); PRAGMA application_id = ${APPLICATION_ID};
       PRAGMA user_version = ${SCHEMA_VERSION + 1};`,
      );
      const before = filesIn(folder);
      const error = errorOf(() => openDatabase(path, CREATE));
      expect(error).toMatchObject({ code: 'DATABASE_TOO_NEW', hint: expect.stringContaining('Update') as string });
      expect(error.message).toContain(`format ${SCHEMA_VERSION + 1}`);
      expect(filesIn(folder)).toEqual(before);
    },
  );

  test('refuses a newer format that stands in the log only, and leaves the log as it was', () => {
    const folder = temporaryFolder();
    const path = join(folder, 't.db');
    openDatabase(path, CREATE).close();
    const upgrading = new Sqlite(path);
    upgrading.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    const before = filesIn(folder);
    expect(Object.keys(before)).toEqual(['t.db', 't.db-wal']);
    expect(errorOf(() => openDatabase(path, CREATE)).code).toBe('DATABASE_TOO_NEW');
    expect(filesIn(folder)).toEqual(before);
    upgrading.close();
  });

  test.each([
    ['tables and no version', 'CREATE TABLE note (text);'],
    ['a version of its own', 'CREATE TABLE note (text); PRAGMA user_version = 1;'],
    ['a high version of its own', 'CREATE TABLE note (text); PRAGMA user_version = 99; PRAGMA application_id = 7;'],
  ])('refuses a database of another program, with %s, and leaves every byte as it was', (_, sql) => {
    const folder = temporaryFolder();
    const path = join(folder, 'notes.db');
    foreignDatabase(path, sql);
    const before = filesIn(folder);
    expect(errorOf(() => openDatabase(path, CREATE)).code).toBe('DATABASE_FOREIGN');
    expect(filesIn(folder)).toEqual(before);
  });

  test.each([
    ['a view', 'DROP TABLE anchor; CREATE VIEW anchor AS SELECT 1'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON recording BEGIN DELETE FROM frame; END'],
  ])('refuses a database of ours into which someone put %s', (_, sql) => {
    const folder = temporaryFolder();
    const path = join(folder, 't.db');
    openDatabase(path, CREATE).close();
    const db = new Sqlite(path);
    db.exec(sql);
    db.close();
    expect(errorOf(() => openDatabase(path, CREATE)).code).toBe('DATABASE_FOREIGN');
  });

  test('refuses what is no database, and says so', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'text.db');
    writeFileSync(path, 'no database at all\n'.repeat(100));
    const before = filesIn(folder);
    expect(errorOf(() => openDatabase(path, CREATE))).toMatchObject({ code: 'DATABASE_UNREADABLE' });
    expect(filesIn(folder)).toEqual(before);
  });

  test('says that it is a folder, or lies where nothing can be made', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'd.db'));
    writeFileSync(join(folder, 'file'), '');
    expect(errorOf(() => openDatabase(join(folder, 'd.db'), CREATE)).code).toBe('DATABASE_UNREADABLE');
    expect(errorOf(() => openDatabase(join(folder, 'file', 't.db'), CREATE)).code).toBe('DATABASE_UNREADABLE');
  });

  test.each(['', '-wal', '-shm', '-journal'])(
    'opens no pipe, which SQLite would wait for for ever: t.db%s',
    (suffix) => {
      const path = join(temporaryFolder(), 't.db');
      if (suffix !== '') openDatabase(path, CREATE).close();
      execFileSync('mkfifo', [`${path}${suffix}`]);
      expect(errorOf(() => openDatabase(path, CREATE))).toMatchObject({
        code: 'DATABASE_UNREADABLE',
        message: `${path}${suffix} is not a regular file`,
      });
    },
  );

  test('opens no device', () => {
    expect(errorOf(() => openDatabase('/dev/zero', CREATE)).message).toBe('/dev/zero is not a regular file');
  });

  test('says that another process holds the lock', () => {
    const path = join(temporaryFolder(), 't.db');
    const other = new Sqlite(path);
    other.exec('BEGIN EXCLUSIVE; CREATE TABLE x (y)');
    expect(errorOf(() => openDatabase(path, { create: true, busyMs: 0 })).code).toBe('DATABASE_BUSY');
    other.close();
  });

  test.skipIf(process.getuid?.() === 0)('says that it may not be read', () => {
    const path = join(temporaryFolder(), 't.db');
    openDatabase(path, CREATE).close();
    chmodSync(path, 0);
    expect(errorOf(() => openDatabase(path, CREATE)).code).toBe('DATABASE_UNREADABLE');
  });

  test('may be called by many processes at once on a file that none has made yet', async () => {
    const path = join(temporaryFolder(), 'new', 't.db');
    const module = new URL('../../../dist/index.js', import.meta.url).href;
    const program = `
      const { openDatabase } = await import(${JSON.stringify(module)});
      process.stdout.write('ready');
      process.stdin.once('data', () => {
        const db = openDatabase(${JSON.stringify(path)}, { create: true, busyMs: 5000 });
        db.exec('INSERT INTO anchor VALUES (' + process.pid + ', 0, 0)');
        db.close();
        process.stdin.destroy();
      });`;
    const openers = Array.from({ length: 6 }, () => spawn(process.execPath, ['--input-type=module', '-e', program]));
    await Promise.all(openers.map(({ stdout }) => new Promise((ready) => stdout.once('data', ready))));
    const ends = openers.map(
      (opener) =>
        new Promise<string>((ended) => {
          let said = '';
          opener.stderr.on('data', (chunk) => (said += String(chunk)));
          opener.once('close', (code) => {
            ended(`${String(code)} ${said}`);
          });
        }),
    );
    for (const { stdin } of openers) stdin.write('go');
    expect(await Promise.all(ends)).toEqual(openers.map(() => '0 '));
    const db = openDatabase(path, { create: false, busyMs: 0 });
    expect(db.prepare('SELECT count(*) FROM anchor').pluck().get()).toBe(openers.length);
    db.close();
  });
});
