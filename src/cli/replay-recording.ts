import type { FixtureEntry, FixtureHeader } from '../fixture/format.js';
import { fixtureOf } from '../store/export-fixture.js';
import { Conversations } from './conversations.js';
import type { CliIo } from './io.js';
import type { DatabaseOption } from './open.js';

/** All of a recording; undefined where the name is that of a file. */
export function recordedEntries(
  named: string,
  options: DatabaseOption,
  io: CliIo,
): { readonly headers: readonly FixtureHeader[]; readonly entries: Placed[] } | undefined {
  const conversations = new Conversations(options, io);
  try {
    const recording = conversations.recording(named);
    if (recording === undefined) return undefined;
    const { headers, entries } = fixtureOf(conversations.db, recording);
    return { headers, entries: Array.from(entries(), (entry) => ({ entry, line: undefined })) };
  } finally {
    conversations.close();
  }
}

interface Placed {
  readonly entry: FixtureEntry;
  readonly line: undefined;
}
