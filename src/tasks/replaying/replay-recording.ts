import type { Database } from '../../store/schema/sqlite.js';
import type { FixtureEntry, FixtureHeader } from '../../fixture/format/format.js';
import { fixtureOf } from '../exporting/recording-source.js';
import type { Surroundings } from '../surroundings.js';
import type { DatabaseOption } from '../recordings/database-for.js';
import { openUpToDate } from '../recordings/open-up-to-date.js';
import { recordingNamed } from '../recordings/recording-named.js';

/** All entries of a recording; undefined if the name is that of a file. */
export function recordedEntries(
  named: string,
  options: DatabaseOption,
  io: Surroundings,
): { readonly headers: readonly FixtureHeader[]; readonly entries: FixtureEntry[] } | undefined {
  let database: Database | undefined;
  const opened = (): Database => (database ??= openUpToDate(io, options));
  try {
    const recording = recordingNamed(named, opened);
    if (recording === undefined) return undefined;
    const { headers, entries } = fixtureOf(opened(), recording);
    return { headers, entries: [...entries()] };
  } finally {
    database?.close();
  }
}

/** The id of a recording, which names it even when there are later ones; undefined if the name is that of a file. */
export function recordingId(named: string, options: DatabaseOption, io: Surroundings): string | undefined {
  let database: Database | undefined;
  try {
    return recordingNamed(named, () => (database ??= openUpToDate(io, options)))?.id;
  } finally {
    database?.close();
  }
}
