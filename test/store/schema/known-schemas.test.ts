import { describe, expect, test } from 'vitest';
import { checkVersion, migrate, SCHEMA_VERSION } from '../../../src/store/schema/migrations.js';
import { isKnownSchema, SCHEMA_SUMS, schemaSum } from '../../../src/store/schema/known-schemas.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { Sqlite } from '../../support/store/sqlite.js';

const VERSIONS = Array.from({ length: SCHEMA_VERSION + 1 }, (_, version) => version);

function databaseOf(version: number): Database {
  const db = new Sqlite(':memory:');
  migrate(db, version);
  return db;
}

function makeSchemaWritable(db: Database): void {
  (db as Database & { unsafeMode(): unknown }).unsafeMode();
  db.pragma('writable_schema = ON');
}

/** Writes over the text of a schema, as whoever has the file can. */
function spelled(db: Database, name: string, spell: (sql: string) => string): void {
  const sql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) as string;
  makeSchemaWritable(db);
  db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(spell(sql), name);
}

test('the sums are those of the schemas that the migrations make', () => {
  expect(SCHEMA_SUMS).toEqual(VERSIONS.map((version) => schemaSum(databaseOf(version))));
});

test.each(VERSIONS)('a database of version %i is brought to the newest one', (version) => {
  const db = databaseOf(version);
  expect(db.pragma('user_version', { simple: true })).toBe(version);
  migrate(db);
  expect(schemaSum(db)).toBe(SCHEMA_SUMS.at(-1));
});

test('what SQLite adds of its own accord, and other spaces and comments, change nothing', () => {
  const db = memoryDatabase();
  db.exec("INSERT INTO recording (id, source, started_us, state) VALUES ('a', 'tap', 1, 'live'); ANALYZE");
  spelled(db, 'anchor', (sql) => sql.replaceAll('--', '-- more:').replaceAll(' ', ' /* x */\t'));
  expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'").pluck().get()).toBe(1);
  expect(isKnownSchema(db, SCHEMA_VERSION)).toBe(true);
});

describe('says what was changed', () => {
  test.each([
    ['CREATE INDEX x ON frame (size)', 'index x was added'],
    ['CREATE VIEW x AS SELECT 1; CREATE TABLE y (z)', 'table y was added, view x was added'],
    ['DROP TABLE anchor', 'table anchor is missing'],
    ['ALTER TABLE frame ADD COLUMN x TEXT', 'table frame is another'],
    ['DROP TABLE anchor; CREATE VIEW anchor AS SELECT 1', 'table anchor is missing, view anchor was added'],
    [
      'CREATE VIEW a AS SELECT 1; CREATE VIEW b AS SELECT 1; CREATE VIEW c AS SELECT 1; CREATE VIEW d AS SELECT 1',
      'view a was added, view b was added, view c was added, 1 more',
    ],
  ])('%s', (sql, told) => {
    const db = memoryDatabase();
    db.exec(sql);
    expect(() => {
      checkVersion(db);
    }).toThrow(`another program changed the tables of :memory:: ${told}`);
  });
});

describe('refuses a database of ours into which someone put', () => {
  test.each([
    ['a table', 'CREATE TABLE x (y)'],
    ['a view', 'CREATE VIEW x AS SELECT 1'],
    ['a trigger', 'CREATE TRIGGER x AFTER INSERT ON recording BEGIN DELETE FROM frame; END'],
    ['a virtual table', 'CREATE VIRTUAL TABLE x USING fts5(y)'],
    ['an index on an expression', 'CREATE INDEX x ON frame (length(hex(zeroblob(400000000))))'],
    ['a generated column', 'ALTER TABLE frame ADD COLUMN x INTEGER AS (length(hex(zeroblob(400000000))))'],
    ['a check', 'ALTER TABLE frame ADD COLUMN x INTEGER CHECK (length(hex(zeroblob(400000000))) > 0)'],
    ['a view in the place of a table', 'DROP TABLE anchor; CREATE VIEW anchor AS SELECT 1'],
  ])('%s', (_, sql) => {
    for (const version of VERSIONS.slice(1)) {
      const db = databaseOf(version);
      db.exec(sql);
      expect(() => {
        checkVersion(db);
      }).toThrow(expect.objectContaining({ code: 'DATABASE_FOREIGN' }));
    }
  });

  test.each<[string, string, (sql: string) => string]>([
    ['a virtual table that is spelled otherwise', 'zz', (sql) => `CREATE/**/${sql.slice(6)}`],
    [
      'code behind what looks like a comment in a text',
      'recording',
      (sql) => sql.replace("'tap'", "'tap--' || x() || '\n'"),
    ],
    ['code behind what looks like the end of a text', 'recording', (sql) => sql.replace("'tap'", "'tap' -- '\n|| x()")],
    ['a comment that hides a check', 'recording', (sql) => sql.replace('CHECK', '/*CHECK*/ DEFAULT')],
  ])('%s', (_, name, spell) => {
    const db = memoryDatabase();
    if (name === 'zz') db.exec('CREATE VIRTUAL TABLE zz USING fts5(y)');
    spelled(db, name, spell);
    expect(isKnownSchema(db, SCHEMA_VERSION)).toBe(false);
  });

  test('something that bears a name of SQLite', () => {
    const db = memoryDatabase();
    db.exec('CREATE VIEW zz AS SELECT 1');
    makeSchemaWritable(db);
    db.exec("UPDATE sqlite_schema SET name = 'sqlite_stat1', tbl_name = 'sqlite_stat1' WHERE name = 'zz'");
    expect(isKnownSchema(db, SCHEMA_VERSION)).toBe(false);
  });

  test('nothing but a view, in an empty one', () => {
    const db = new Sqlite(':memory:');
    db.exec('CREATE VIEW x AS SELECT 1');
    expect(isKnownSchema(db, 0)).toBe(false);
  });
});
