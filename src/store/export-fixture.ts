import type { Database } from 'better-sqlite3';
import type { FixtureEntry, FixtureHeader } from '../fixture/format.js';
import { FixturePrinter, printHeaders } from '../fixture/print.js';
import { HandshakeReader } from '../model/handshake.js';
import { joinBytes } from '../wire/line-splitter.js';
import { readMessage } from '../wire/message.js';
import type { Recording } from './recordings.js';
import { frameBytes, timelineOf } from './timeline.js';

/** The handshake stands among the first frames, or nowhere. */
const HANDSHAKE_FRAMES = 200;

/** A recording as the text of a fixture, line by line. */
export function* fixtureLines(db: Database, recording: Recording): Generator<string> {
  const { source, headers } = recording;
  yield printHeaders(source === 'import' && headers !== undefined ? headers : [...headersOf(db, recording), ...(headers ?? [])]);
  const printer = new FixturePrinter();
  for (const entry of fixtureEntries(db, recording)) yield printer.print(entry);
}

/** A recording as the entries of a fixture: whole frames, and events. */
export function* fixtureEntries(db: Database, recording: Recording): Generator<FixtureEntry> {
  for (const entry of timelineOf(db, recording.number)) {
    if (entry.type === 'event') {
      yield entry;
      continue;
    }
    const bytes = joinBytes([...frameBytes(db, recording.number, entry)], entry.sizeBytes);
    const { stream, terminated, lastNs } = entry;
    yield { type: 'frame', stream, bytes, terminated, atNs: lastNs };
  }
}

function headersOf(db: Database, recording: Recording): FixtureHeader[] {
  const { agent, client, protocol, cwd } = handshakeOf(db, recording);
  const headers: [string, string | undefined][] = [
    ['title', recording.name],
    ['recorded', recording.recordedUs === undefined ? undefined : new Date(recording.recordedUs / 1000).toISOString()],
    ['agent', agent],
    ['client', client],
    ['protocol', protocol],
    ['cwd', cwd],
  ];
  return headers.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
}

function handshakeOf(db: Database, { number }: Recording): HandshakeReader['handshake'] {
  const reader = new HandshakeReader();
  for (const entry of timelineOf(db, number, { to: HANDSHAKE_FRAMES })) {
    if (reader.complete) break;
    if (entry.type === 'frame' && entry.stream !== 'stderr' && entry.head.length === entry.sizeBytes) {
      reader.take(entry.stream, readMessage(entry.head));
    }
  }
  return reader.handshake;
}
