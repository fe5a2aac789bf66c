import type { FixtureEntry } from '../../../src/fixture/format/format.js';
import { StandIns } from '../../../src/fixture/redact/stand-ins.js';
import { compile } from '../../../src/replay/script/compile.js';
import type { Divergence } from '../../../src/replay/divergence/divergence.js';
import { refusal } from '../../../src/replay/divergence/refusal.js';
import type { Effect } from '../../../src/replay/engine/effects.js';
import { ReplayEngine } from '../../../src/replay/engine/engine.js';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/replay/engine/match-options.js';
import { RecordedReader, type Recorded } from '../../../src/replay/script/recorded.js';
import type { Script } from '../../../src/replay/script/script.js';
import type { EventFields, EventName, Stream } from '../../../src/wire/frame.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { utf8 } from '../values/bytes.js';
import { PROTOCOL } from '../checking/rule-examples.js';

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

export function bytesOf(line: Line): Uint8Array {
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

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A replay with hands that do everything at once, and no clock. */
export class Playing {
  readonly engine: ReplayEngine;
  readonly effects: Effect[] = [];
  /** What the replay said so far, newlines left out. */
  readonly said: string[] = [];
  /** The same of stderr. */
  readonly stderr: string[] = [];

  constructor(script: Script, options: Partial<ReplayOptions> = {}, standIns = new StandIns()) {
    this.engine = new ReplayEngine(script, PROTOCOL, { ...DEFAULT_OPTIONS, ...options }, standIns);
    this.#do(this.engine.start());
  }

  /** Says a line as the client; returns what the replay says to it. */
  send(line: Line): string[] {
    const before = this.said.length;
    this.#do(this.engine.step({ type: 'line', bytes: bytesOf(line) }));
    return this.said.slice(before);
  }

  end(): Divergence | undefined {
    this.#do(this.engine.step({ type: 'end' }));
    return this.engine.divergence;
  }

  wait(): Divergence | undefined {
    this.#do(this.engine.step({ type: 'timeout' }));
    return this.engine.divergence;
  }

  #do(effects: readonly Effect[]): void {
    for (const effect of effects) {
      this.effects.push(effect);
      if (effect.type === 'refuse') this.said.push(textOf(refusal(effect.id, effect.divergence, 'fixture')));
      // of a turn whose end is out nothing is left to end
      if (effect.type === 'cancel' && !effect.isSent) this.said.push(textOf(effect.turn.line));
      if (effect.type === 'send')
        (effect.frame.sender === 'stderr' ? this.stderr : this.said).push(textOf(effect.bytes));
    }
  }
}

export function play(conversation: Conversation, options: Partial<ReplayOptions> = {}): Playing {
  return new Playing(scriptOf(conversation), options);
}

/** Plays a conversation with a client that says just what was recorded, in order. */
export function playAsRecorded(conversation: Conversation, options: Partial<ReplayOptions> = {}): Playing {
  const playing = play(conversation, options);
  for (const entry of conversation) if (entry[0] === 'client') playing.send(entry[1]);
  playing.end();
  return playing;
}
