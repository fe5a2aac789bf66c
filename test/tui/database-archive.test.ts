import { onTestFinished, expect, test } from 'vitest';
import { DatabaseArchive } from '../../src/tui/database-archive.js';
import { fileDatabase } from '../support/databases.js';
import { temporaryFolder } from '../support/folders.js';
import { emptyImport } from '../support/recordings.js';

test('what is written is seen, whoever writes it, and nothing is read again for nothing', () => {
  const path = `${temporaryFolder()}/t.db`;
  const own = fileDatabase(path);
  const other = fileDatabase(path);
  const archive = new DatabaseArchive(own, () => undefined);
  onTestFinished(() => {
    archive.close();
  });
  expect(archive.refresh()).toBe(false);
  emptyImport(other, 'by another process', 0);
  expect(archive.refresh()).toBe(true);
  expect(archive.refresh()).toBe(false);
  // as the screen does that finds the journal of a recorder that is gone
  emptyImport(own, 'over the same connection', 0);
  expect(archive.refresh()).toBe(true);
  expect(archive.refresh()).toBe(false);
  expect(archive.recordings.map(({ label }) => label).sort()).toEqual([
    'by another process',
    'over the same connection',
  ]);
});
