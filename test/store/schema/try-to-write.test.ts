import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryToWrite } from '../../../src/store/schema/try-to-write.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { fileDatabase } from '../../support/store/databases.js';

test('what cannot be written now is left undone, and the database waits for locks as before', () => {
  const path = join(temporaryFolder(), 't.db');
  const [db, other] = [fileDatabase(path), fileDatabase(path)];
  const write = (): void => {
    db.exec('INSERT INTO anchor VALUES (1, 2, 3)');
  };
  const rows = (): unknown => db.prepare('SELECT count(*) FROM anchor').pluck().get();
  other.exec('BEGIN IMMEDIATE');
  tryToWrite(db, 1, write);
  expect(rows()).toBe(0);
  expect(db.pragma('busy_timeout', { simple: true })).toBe(1000);
  other.exec('ROLLBACK');
  tryToWrite(db, 1, write);
  expect(rows()).toBe(1);
  expect(() => {
    tryToWrite(db, 1, () => {
      throw new Error('a bug');
    });
  }).toThrow('a bug');
});
