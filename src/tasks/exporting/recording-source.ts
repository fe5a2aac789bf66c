import type { Database } from '../../store/schema/sqlite.js';
import type { FixtureSource } from '../../fixture/format/fixture-source.js';
import type { FixtureHeader } from '../../fixture/format/format.js';
import { wallDate } from '../../wire/wall-date.js';
import { recordedHandshake } from '../recordings/recorded-handshake.js';
import type { Recording } from '../../store/query/recordings.js';
import { timelineOf, wholeFrame } from '../../store/query/timeline.js';

/** The handshake is looked for in this many first entries. */
const HANDSHAKE_ENTRIES = 200;

/** A recording as the source of a fixture. */
export function fixtureOf(db: Database, recording: Recording): FixtureSource {
  return {
    headers: headersFor(db, recording),
    *entries() {
      for (const entry of timelineOf(db, recording.number)) {
        if (entry.type === 'event') {
          yield entry;
          continue;
        }
        const { stream, terminated, lastNs } = entry;
        yield { type: 'frame', stream, bytes: wholeFrame(db, recording.number, entry), terminated, atNs: lastNs };
      }
    },
  };
}

/** The headers of a recording. An imported file has its own; a recording is described here, and may have headers as well. */
function headersFor(db: Database, recording: Recording): readonly FixtureHeader[] {
  const { source, headers = [] } = recording;
  return source === 'import' && recording.headers !== undefined ? headers : [...headersOf(db, recording), ...headers];
}

function headersOf(db: Database, recording: Recording): FixtureHeader[] {
  const { agent, client, protocol, cwd } = recordedHandshake(db, recording, HANDSHAKE_ENTRIES);
  const headers: [string, string | undefined][] = [
    ['title', recording.name],
    ['recorded', recording.recordedUs === undefined ? undefined : wallDate(recording.recordedUs).toISOString()],
    ['agent', agent],
    ['client', client],
    ['protocol', protocol],
    ['cwd', cwd],
  ];
  return headers.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
}
