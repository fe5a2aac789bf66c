import type { FixtureEntry } from '../../src/fixture/format.js';
import { compile } from '../../src/replay/compile.js';
import { RecordedReader, type Recorded } from '../../src/replay/recorded.js';
import type { Script } from '../../src/replay/script.js';
import type { EventFields, EventName, Stream } from '../../src/wire/frame.js';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { utf8 } from './bytes.js';

/** What someone says: JSON, the very words of a line, or its bytes. */
export type Line = JsonObject | readonly JsonValue[] | string | Uint8Array;

/** A recorded conversation, a line each: who says what, or an event. The first one stands in line 1. */
export type Conversation = readonly (
  readonly [who: Stream, line: Line, atMs?: number] | readonly [who: 'event', name: EventName, fields?: EventFields]
)[];

export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}

/** A session/update. */
export function update(sessionId: string, kind: string, more: JsonObject = {}): JsonObject {
  return notification('session/update', { sessionId, update: { sessionUpdate: kind, ...more } });
}

/** A piece of what the agent says. */
export function chunk(sessionId: string, text: string): JsonObject {
  return update(sessionId, 'agent_message_chunk', { content: { type: 'text', text } });
}

function bytesOf(line: Line): Uint8Array {
  if (line instanceof Uint8Array) return line;
  return utf8(typeof line === 'string' ? line : JSON.stringify(line));
}

function recordedOf(conversation: Conversation, version: 1 | 2 = 1): Recorded {
  const reader = new RecordedReader(version);
  for (const [i, entry] of conversation.entries()) reader.entry(entryOf(entry), i + 1);
  return reader.end();
}

export function scriptOf(conversation: Conversation, version: 1 | 2 = 1): Script {
  return compile(recordedOf(conversation, version));
}

function entryOf(entry: Conversation[number]): FixtureEntry {
  if (entry[0] === 'event') return { type: 'event', name: entry[1], fields: entry[2] ?? {}, atNs: undefined };
  const [stream, line, atMs] = entry;
  const bytes = bytesOf(line);
  const text = line instanceof Uint8Array ? undefined : new TextDecoder().decode(bytes);
  return { type: 'frame', stream, bytes, text, terminated: true, atNs: atMs === undefined ? undefined : atMs * 1e6 };
}
