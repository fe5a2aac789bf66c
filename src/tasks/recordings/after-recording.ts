import type { Database } from '../../store/schema/sqlite.js';
import { reasonOf } from '../../errors.js';
import { fixtureLines } from '../../fixture/format/fixture-source.js';
import { Redactor } from '../../fixture/redact/redact.js';
import { learnSource, redactedSource } from '../../fixture/redact/redact-source.js';
import { fixtureOf } from '../../store/query/export-fixture.js';
import type { Ingester } from '../../store/journal/ingester.js';
import { findRecording } from '../../store/query/recordings.js';
import { beyondNewest, giveSpaceBack, removeRecording } from '../../store/query/remove.js';
import { writeLines } from '../output-file.js';

/** What a recording asked for when it began, to be done once all of it is in: a fixture, older ones of its name removed. */
export function afterRecording(db: Database, warn: (text: string) => void): (ingester: Ingester) => void {
  return ({ reader: { header } }) => {
    const { id, name, fixture, keep } = header;
    try {
      if (fixture !== undefined) writeFixture(db, id, fixture);
      if (name !== undefined && keep !== undefined) {
        for (const recording of beyondNewest(db, name, keep)) removeRecording(db, recording);
        giveSpaceBack(db);
      }
    } catch (thrown) {
      warn(`recording ${id} is in the database, but what was to follow failed: ${reasonOf(thrown)}`);
    }
  };
}

function writeFixture(db: Database, id: string, file: string): void {
  const source = fixtureOf(db, findRecording(db, id));
  const redactor = new Redactor();
  learnSource(source, redactor);
  writeLines(file, fixtureLines(redactedSource(source, redactor)));
}
