import type { FixtureEntry, FixtureHeader } from '../../src/fixture/format/format.js';
import { utf8 } from './bytes.js';
import { printFixture } from './fixtures.js';
import { bytesOf, type Conversation } from './scripted.js';

/** A conversation as a fixture: its lines stand behind the first line and the headers. */
export function fixtureBytes(conversation: Conversation, headers: readonly FixtureHeader[] = []): Uint8Array {
  return utf8(printFixture(headers, conversation.map(entryOf)));
}

function entryOf(entry: Conversation[number]): FixtureEntry {
  if (entry[0] === 'event') return { type: 'event', name: entry[1], fields: entry[2] ?? {}, atNs: undefined };
  const [stream, line, atMs] = entry;
  return {
    type: 'frame',
    stream,
    bytes: bytesOf(line),
    terminated: true,
    atNs: atMs === undefined ? undefined : atMs * 1e6,
  };
}
