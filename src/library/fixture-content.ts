import { conversationItems, conversationItemsIn } from '../tasks/conversations/conversation-file.js';
import { TurntableError } from '../errors.js';
import type { FixtureHeader } from '../fixture/format/format.js';
import type { EventFields, EventName, Stream } from '../wire/frame.js';
import { readMessage, type Message } from '../wire/message.js';

/** A fixture as data. */
export interface FixtureContent {
  /** `# name: value`, in the order of the file: title, agent, cwd, ignore... */
  readonly headers: readonly FixtureHeader[];
  /** Frames and events in the order of the conversation. */
  readonly entries: readonly FixtureContentEntry[];
}

export type FixtureContentEntry = FixtureContentFrame | FixtureContentEvent;

/** A line that was said. */
export interface FixtureContentFrame {
  readonly type: 'frame';
  /** Its place among frames and events, from 0: as in violations and divergences. */
  readonly seq: number;
  /** The file where it stands, which is another one for what is included, and the line, from 1. */
  readonly place: { readonly file: string; readonly line: number };
  readonly sender: Stream;
  /** Without the newline. */
  readonly bytes: Uint8Array;
  /** What it says; undefined for stderr. */
  readonly message: Message | undefined;
  /** When its last byte came, in ms since time zero; undefined where no time is known. */
  readonly atMs: number | undefined;
  /** Whether a newline ended it. */
  readonly terminated: boolean;
}

/** Something that happened to the agent's process. */
export interface FixtureContentEvent {
  readonly type: 'event';
  readonly seq: number;
  readonly place: { readonly file: string; readonly line: number };
  readonly name: EventName;
  readonly fields: EventFields;
  readonly atMs: number | undefined;
}

/**
 * Reads a fixture (`.acp`), with what it includes, or a JSONL capture of one agent process.
 *
 * @example
 * const { entries } = readFixture('fixtures/cancel.acp');
 * const prompts = entries.filter((entry) => entry.type === 'frame' && entry.message?.kind === 'request' && entry.message.method === 'session/prompt');
 *
 * @param source the path, or what the file holds; includes are then relative to the working folder
 * @throws {TurntableError} `FILE_UNREADABLE`, `FIXTURE_INVALID`, `CAPTURE_INVALID`, with file and line
 */
export function readFixture(source: string | Uint8Array): FixtureContent {
  let headers: readonly FixtureHeader[] = [];
  const entries: FixtureContentEntry[] = [];
  let conversations = 0;
  for (const item of itemsOf(source)) {
    if (item.type === 'begin') {
      conversations += 1;
      headers = item.headers;
      if (conversations > 1) throw severalProcesses(source);
    } else if (item.type === 'entry') {
      const { entry, place } = item;
      const seq = entries.length;
      const atMs = entry.atNs === undefined ? undefined : entry.atNs / 1e6;
      if (entry.type === 'event') {
        entries.push({ type: 'event', seq, place, name: entry.name, fields: entry.fields, atMs });
        continue;
      }
      const { stream: sender, bytes, text, terminated } = entry;
      const message = sender === 'stderr' ? undefined : readMessage(bytes, text);
      entries.push({ type: 'frame', seq, place, sender, bytes, message, atMs, terminated });
    }
  }
  return { headers, entries };
}

function itemsOf(source: string | Uint8Array) {
  return typeof source === 'string' ? conversationItems(source) : conversationItemsIn('fixture', source);
}

function severalProcesses(source: string | Uint8Array): TurntableError {
  const name = typeof source === 'string' ? source : 'the capture';
  return new TurntableError('USAGE', `${name} contains several agent processes`, {
    hint: 'Import it (turntable import), then export the one you want.',
  });
}
