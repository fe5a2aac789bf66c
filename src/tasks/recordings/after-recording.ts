import type { Database } from '../../store/schema/sqlite.js';
import { reasonOf } from '../../errors.js';
import { fixtureLines } from '../../fixture/format/fixture-source.js';
import { Redactor } from '../../fixture/redact/redact.js';
import { learnSource, redactedSource } from '../../fixture/redact/redact-source.js';
import { fixtureOf } from '../exporting/recording-source.js';
import { findRecording } from '../../store/query/recordings.js';
import { beyondNewest, giveSpaceBack, removeRecording } from '../../store/query/remove.js';
import { writeRecordedFixture } from './recorded-fixture.js';

/** What `record` should do once the whole recording is in the database. This comes from a command line, never from a journal. */
export interface RecordingWishes {
  /** Absolute path of the fixture to write. */
  readonly fixture?: string | undefined;
  /** How many recordings of this name to keep, this one included. */
  readonly keep?: number | undefined;
}

/** Carries out these wishes. Errors are reported, and do not harm the recording. */
export function afterRecording(
  db: Database,
  id: string,
  { fixture, keep }: RecordingWishes,
  warn: (text: string) => void,
): void {
  if (fixture === undefined && keep === undefined) return;
  try {
    const { name } = findRecording(db, id);
    if (fixture !== undefined) writeFixture(db, id, fixture);
    if (name !== undefined && keep !== undefined) {
      for (const recording of beyondNewest(db, name, keep)) removeRecording(db, recording);
      giveSpaceBack(db);
    }
  } catch (thrown) {
    warn(`recording ${id} is in the database, but what should follow failed: ${reasonOf(thrown)}`);
  }
}

function writeFixture(db: Database, id: string, file: string): void {
  const source = fixtureOf(db, findRecording(db, id));
  const redactor = new Redactor();
  learnSource(source, redactor);
  writeRecordedFixture(file, fixtureLines(redactedSource(source, redactor)));
}
