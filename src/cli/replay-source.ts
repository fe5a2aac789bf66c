import { existsSync, readFileSync } from 'node:fs';
import { TurntableError } from '../errors.js';
import type { FixtureEntry, FixtureHeader } from '../fixture/format.js';
import { RecordedReader, type Recorded } from '../replay/recorded.js';
import { conversationItems, conversationItemsIn } from './conversation-file.js';
import type { CliIo } from './io.js';
import type { DatabaseOption } from './open.js';

/** What is replayed: a fixture, one agent process of a capture, or a recording. */
export interface ReplaySource {
  readonly name: string;
  readonly headers: readonly FixtureHeader[];
  readonly recorded: Recorded;
  /** Where a header stands, for errors. */
  readonly placeOf: (header: FixtureHeader) => string;
}

export interface SourceOptions extends DatabaseOption {
  /** Which agent process of a capture that holds several, from 1. */
  readonly process?: string;
}

/**
 * Reads what is to be replayed, whole.
 *
 * @param named a file, or a recording as {@link findRecording} finds it
 * @throws {TurntableError} what reading throws; `USAGE` where a capture holds several agent processes and none is chosen
 */
export async function readReplaySource(named: string, options: SourceOptions, io: CliIo): Promise<ReplaySource> {
  if (/\.(acp|jsonl|ndjson)$/.test(named) || (named.includes('/') && existsSync(named)))
    return readReplayFile(named, options);
  const { recordedEntries } = await import('./replay-recording.js');
  const source = recordedEntries(named, options, io);
  if (source === undefined) return readReplayFile(named, options);
  const { headers, entries } = source;
  return { name: named, headers, recorded: readAll(headers, entries), placeOf: () => named };
}

/**
 * Reads a fixture, or one agent process of a capture.
 *
 * @param bytes what the file holds, where that is in memory
 * @throws {TurntableError} what {@link readReplaySource} throws
 */
export function readReplayFile(
  file: string,
  { process: chosen }: Pick<SourceOptions, 'process'>,
  bytes?: Uint8Array,
): ReplaySource {
  const conversations: { headers: readonly FixtureHeader[]; entries: Placed[] }[] = [];
  for (const item of bytes === undefined ? conversationItems(file) : conversationItemsIn(file, bytes)) {
    if (item.type === 'begin') conversations.push({ headers: item.headers, entries: [] });
    else if (item.type === 'entry') {
      const line = item.place.file === file ? item.place.line : undefined;
      conversations.at(-1)?.entries.push({ entry: item.entry, line });
    }
  }
  const number = chosen === undefined ? undefined : processNumber(chosen);
  if (number === undefined && conversations.length > 1) {
    throw new TurntableError('USAGE', `${file} holds ${conversations.length} agent processes, one after the other`, {
      hint: `Choose one: --process 1 to --process ${conversations.length}`,
    });
  }
  const conversation = conversations[(number ?? 1) - 1];
  if (conversation === undefined) {
    if (number === undefined) throw new TurntableError('FIXTURE_INVALID', `${file} holds no conversation`);
    throw new TurntableError('USAGE', `${file} holds no agent process ${number}, only ${conversations.length}`);
  }
  const { headers, entries } = conversation;
  const placeOf = (header: FixtureHeader): string => headerPlace(file, bytes ?? readFileSync(file), header);
  return { name: file, headers, recorded: readAll(headers, entries), placeOf };
}

function processNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new TurntableError('USAGE', `--process is a number from 1, not ${JSON.stringify(text)}`);
}

/** Looked for only when an error has to name it. */
function headerPlace(file: string, bytes: Uint8Array, [name, value]: FixtureHeader): string {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const line = lines.findIndex(
    (text) => text.startsWith(`# ${name}: `) && text.slice(name.length + 4).trim() === value,
  );
  return line === -1 ? file : `${file}, line ${line + 1}`;
}

/** An entry and the line of the file where it stands. */
interface Placed {
  readonly entry: FixtureEntry;
  readonly line: number | undefined;
}

function readAll(headers: readonly FixtureHeader[], entries: Iterable<Placed>): Recorded {
  const protocol = headers.find(([name]) => name === 'protocol')?.[1];
  const reader = new RecordedReader(protocol?.startsWith('2') ? 2 : 1);
  for (const { entry, line } of entries) reader.entry(entry, line);
  return reader.end();
}
