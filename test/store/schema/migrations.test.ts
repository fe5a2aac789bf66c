import { Sqlite } from '../../support/store/sqlite.js';
import { describe, expect, test } from 'vitest';
import { APPLICATION_ID, checkVersion, migrate, SCHEMA_VERSION } from '../../../src/store/schema/migrations.js';
import { memoryDatabase } from '../../support/store/databases.js';

describe('migrate', () => {
  test('brings an empty database to the newest schema, once', () => {
    const db = new Sqlite(':memory:');
    migrate(db);
    db.exec('INSERT INTO anchor VALUES (1, 2, 3)');
    migrate(db);
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.prepare('SELECT count(*) FROM anchor').pluck().get()).toBe(1);
  });

  test('leaves nothing behind where a step fails', () => {
    const db = new Sqlite(':memory:');
    db.pragma('page_size = 512');
    db.pragma('max_page_count = 3');
    expect(() => {
      migrate(db);
    }).toThrow('database or disk is full');
    expect(db.pragma('user_version', { simple: true })).toBe(0);
    db.pragma('max_page_count = 1000');
    migrate(db);
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
  });

  test('every table is STRICT: no column takes what it does not say', () => {
    const tables = memoryDatabase().pragma('table_list') as { schema: string; name: string; strict: number }[];
    const ours = tables.filter(({ schema, name }) => schema === 'main' && !name.startsWith('sqlite_'));
    expect(ours.filter(({ strict }) => strict !== 1)).toEqual([]);
    expect(ours.length).toBeGreaterThan(7);
  });
});

describe('checkVersion', () => {
  test('lets pass what is empty or ours, up to the newest format', () => {
    expect(() => {
      checkVersion(new Sqlite(':memory:'));
      checkVersion(memoryDatabase());
    }).not.toThrow();
  });

  test('refuses a newer format and what is not ours', () => {
    const newer = memoryDatabase();
    newer.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    expect(() => {
      checkVersion(newer);
    }).toThrow(expect.objectContaining({ code: 'DATABASE_TOO_NEW' }));
    const foreign = memoryDatabase();
    foreign.pragma('application_id = 1');
    expect(() => {
      checkVersion(foreign);
    }).toThrow(expect.objectContaining({ code: 'DATABASE_FOREIGN' }));
  });
});
