import { join } from 'node:path';
import { test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { damagedJournal, expectNothingHidden } from '../support/store/damaged-journals.js';
import { fileDatabase } from '../support/store/databases.js';
import { fc } from '../support/values/property.js';

const JOURNALS = 100_000;

test(`${JOURNALS} damaged journals hide nothing`, { timeout: 3_600_000 }, () => {
  const db = fileDatabase(join(temporaryFolder(), 't.db'));
  // the journals are the test, not the disk
  db.pragma('synchronous = OFF');
  fc.assert(
    fc.property(damagedJournal, (journal) => {
      expectNothingHidden(db, journal);
    }),
    { numRuns: JOURNALS },
  );
});
