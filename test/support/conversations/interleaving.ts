import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { utf8 } from '../values/bytes.js';
import type { Observed } from './observing.js';
import type { Conversation, Entry } from '../checking/planting.js';

/** An entry of two conversations that go on at the same time, and where it comes from. */
export interface Interleaved {
  readonly entry: Observed;
  readonly from: Conversation;
  /** Its place there. */
  readonly place: number;
}

/**
 * Two conversations over one connection: the second begins `delayMs` later, without its initialize, and has other ids of
 * requests and sessions. Events are left out.
 */
export function interleaved(first: Conversation, second: Conversation, delayMs: number): Interleaved[] {
  const greeting = second.askedFor('initialize').flatMap(({ request, response }) => [request, response]);
  const own = first.entries.map((entry, place) => ({ entry, from: first, place }));
  const other = second.entries.map((entry, place) => ({
    entry: entry.type === 'event' ? entry : renamed(entry),
    from: second,
    place,
    isGreeting: greeting.includes(entry.type === 'event' ? undefined : entry),
  }));
  // the session must not be spoken of before the handshake
  const [, hello] = first.entries;
  const delay = (hello?.atNs ?? 0) + delayMs * 1e6 - (second.entries[0]?.atNs ?? 0);
  const later = other
    .filter(({ isGreeting }) => !isGreeting)
    .map(({ entry, ...rest }) => ({ ...rest, entry: { ...entry, atNs: entry.atNs + delay } }));
  return [...own, ...later]
    .filter(({ entry }) => entry.type === 'frame')
    .sort((a, b) => a.entry.atNs - b.entry.atNs)
    .map(({ entry, from, place }) => ({ entry, from, place }));
}

type Frame = Extract<Entry, { type: 'frame' }>;

function renamed(frame: Frame): Frame {
  const { json } = frame;
  if (json === undefined) return frame;
  const params = json['params'] as JsonObject | undefined;
  const other: Record<string, JsonValue> = { ...json, ...('id' in json && { id: otherId(json['id'] ?? null) }) };
  if (params !== undefined && 'requestId' in params) {
    other['params'] = { ...params, requestId: otherId(params['requestId'] ?? null) };
  }
  return { ...frame, bytes: utf8(JSON.stringify(other, otherSession)) };
}

function otherId(id: JsonValue): JsonValue {
  if (typeof id === 'number') return id + 1_000_000;
  return typeof id === 'string' ? `${id}-2` : id;
}

function otherSession(name: string, value: JsonValue): JsonValue {
  return name === 'sessionId' && typeof value === 'string' ? `${value}-2` : value;
}
