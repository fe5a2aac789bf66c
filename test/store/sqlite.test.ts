import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/store/sqlite.js';

test('loads a better-sqlite3 that works on this Node, 13 only where it can run', () => {
  const Sqlite = loadSqlite();
  const db = new Sqlite(':memory:');
  expect(db.prepare('SELECT 1 + 1').pluck().get()).toBe(2);
  db.close();
});
