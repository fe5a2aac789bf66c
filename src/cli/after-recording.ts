import type { Database } from 'better-sqlite3';
import { reasonOf } from '../errors.js';
import { fixtureLines } from '../store/export-fixture.js';
import type { Ingester } from '../store/ingester.js';
import { findRecording } from '../store/recordings.js';
import { beyondNewest, giveSpaceBack, removeRecording } from '../store/remove.js';
import { writeLines } from './output-file.js';

/** What a recording asked for when it began, to be done once all of it is in: a fixture, older ones of its name removed. */
export function afterRecording(db: Database, warn: (text: string) => void): (ingester: Ingester) => void {
  return ({ reader: { header } }) => {
    const { id, name, fixture, keep } = header;
    try {
      if (fixture !== undefined) writeLines(fixture, fixtureLines(db, findRecording(db, id)));
      if (name !== undefined && keep !== undefined) {
        for (const recording of beyondNewest(db, name, keep)) removeRecording(db, recording);
        giveSpaceBack(db);
      }
    } catch (thrown) {
      warn(`recording ${id} is in the database, but what was to follow failed: ${reasonOf(thrown)}`);
    }
  };
}
