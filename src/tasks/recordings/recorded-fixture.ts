import { ownFileRefusal, writeOwnFile, type OwnFile } from './own-file.js';

/** How each fixture begins. */
const BEGINNING = '#acp-fixture';

/** Why `record --fixture` must not write this file, and what to do; undefined if it may. */
export function fixtureRefusal(path: string): string | undefined {
  return ownFileRefusal(recordedFixture(path));
}

/**
 * Writes the fixture of a recording that has ended.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`, also for what {@link fixtureRefusal} refuses
 */
export function writeRecordedFixture(path: string, lines: Iterable<string>): void {
  writeOwnFile(recordedFixture(path), lines);
}

function recordedFixture(path: string): OwnFile {
  const isOurs = (beginning: string): boolean => beginning === BEGINNING;
  return { path, option: '--fixture', what: 'a fixture', lookBytes: BEGINNING.length, isOurs };
}
