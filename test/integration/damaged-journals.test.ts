import { join } from 'node:path';
import { test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { damagedJournal, expectNothingHidden } from '../support/store/damaged-journals.js';
import { fileDatabase } from '../support/store/databases.js';
import { fc } from '../support/values/property.js';

// a hundred thousand of them: test/long/damaged-journals.test.ts
test('whatever happens to a journal, each whole record is read, nothing is proved that is not, and no journal is lost', () => {
  const db = fileDatabase(join(temporaryFolder(), 't.db'));
  // the journals are the test, not the disk
  db.pragma('synchronous = OFF');
  fc.assert(
    fc.property(damagedJournal, (journal) => {
      expectNothingHidden(db, journal);
    }),
    { numRuns: 1000 },
  );
});
