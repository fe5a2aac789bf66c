import { existsSync } from 'node:fs';
import { TurntableError } from '../../errors.js';
import type { FixtureHeader } from '../../fixture/format/format.js';
import { linesIn } from '../../fixture/format/read-fixture.js';
import { recordedReader, type Recorded, type RecordedReader } from '../../replay/script/recorded.js';
import { conversationItemsIn } from '../conversations/conversation-file.js';
import { fixtureFileReader, isFixture, wholeFile } from '../conversations/fixture-file.js';
import type { Surroundings } from '../surroundings.js';
import type { DatabaseOption } from '../recordings/database-for.js';

/** The source of a replay: a fixture, one agent process of a capture, or a recording. */
export interface ReplaySource {
  readonly name: string;
  readonly headers: readonly FixtureHeader[];
  readonly recorded: Recorded;
  /** The place of a header, for errors. */
  readonly placeOf: (header: FixtureHeader) => string;
}

export interface SourceOptions extends DatabaseOption {
  /** If a capture holds several agent processes: which one, from 1. */
  readonly process: string | undefined;
  /** Whether blank lines of the client are read as frames. */
  readonly blankLines?: boolean;
}

/**
 * Reads the whole source.
 *
 * @param named a file, or a recording as {@link findRecording} finds it
 * @throws {TurntableError} what reading throws; `USAGE` if a capture holds several agent processes and none is chosen
 */
export async function readReplaySource(named: string, options: SourceOptions, io: Surroundings): Promise<ReplaySource> {
  if (/\.(acp|jsonl|ndjson)$/.test(named) || (named.includes('/') && existsSync(named)))
    return readReplayFile(named, options);
  const { recordedEntries } = await import('./replay-recording.js');
  const source = recordedEntries(named, options, io);
  if (source === undefined) return readReplayFile(named, options);
  const { headers, entries } = source;
  const reader = recordedReader(headers, options.blankLines);
  for (const entry of entries) reader.entry(entry);
  return { name: named, headers, recorded: reader.end(), placeOf: () => named };
}

/**
 * Reads a fixture, or one agent process of a capture.
 *
 * @param bytes the content of the file, if it is in memory already
 * @throws {TurntableError} what {@link readReplaySource} throws
 */
export function readReplayFile(
  file: string,
  { process: chosen, blankLines }: Pick<SourceOptions, 'process' | 'blankLines'>,
  bytes = wholeFile(file),
): ReplaySource {
  const conversations = isFixture(bytes)
    ? [readFixture(file, bytes, blankLines)]
    : readCapture(file, bytes, blankLines);
  const number = chosen === undefined ? undefined : processNumber(chosen);
  if (number === undefined && conversations.length > 1) {
    throw new TurntableError('USAGE', `${file} contains ${conversations.length} agent processes`, {
      hint: `Choose one with --process 1 to --process ${conversations.length}.`,
    });
  }
  const conversation = conversations[(number ?? 1) - 1];
  if (conversation === undefined) {
    if (number === undefined) throw new TurntableError('FIXTURE_INVALID', `${file} contains no conversation`);
    throw new TurntableError('USAGE', `${file} has no agent process ${number}, only ${conversations.length}`);
  }
  if (conversation.recorded.frames.length === 0) {
    throw new TurntableError('FIXTURE_INVALID', `${file} contains no frames`, { hint: 'Nothing was sent.' });
  }
  const placeOf = (header: FixtureHeader): string => headerPlace(file, bytes, header);
  return { name: file, ...conversation, placeOf };
}

type Conversation = Pick<ReplaySource, 'headers' | 'recorded'>;

function readFixture(file: string, bytes: Uint8Array, blankLines?: boolean): Conversation {
  const headers: FixtureHeader[] = [];
  let recorded: RecordedReader | undefined;
  const reader = fixtureFileReader(file, (item, from, line) => {
    if (item.type === 'header') headers.push(item.header);
    else if (item.type !== 'expectation') {
      recorded ??= recordedReader(headers, blankLines);
      recorded.entry(item, from === file ? line : undefined);
    }
  });
  for (const line of linesIn(bytes)) reader.line(line);
  reader.end();
  return { headers, recorded: (recorded ?? recordedReader(headers, blankLines)).end() };
}

/** A capture may hold several agent processes, one after the other. */
function readCapture(file: string, bytes: Uint8Array, blankLines?: boolean): Conversation[] {
  const conversations: { headers: readonly FixtureHeader[]; reader: RecordedReader }[] = [];
  for (const item of conversationItemsIn(file, bytes)) {
    if (item.type === 'begin')
      conversations.push({ headers: item.headers, reader: recordedReader(item.headers, blankLines) });
    else if (item.type === 'entry') conversations.at(-1)?.reader.entry(item.entry, item.place.line);
  }
  return conversations.map(({ headers, reader }) => ({ headers, recorded: reader.end() }));
}

function processNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new TurntableError('USAGE', `invalid --process ${JSON.stringify(text)}: use a number from 1`);
}

/** The place of a header. It is searched only when an error names it. */
function headerPlace(file: string, bytes: Uint8Array, [name, value]: FixtureHeader): string {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const line = lines.findIndex(
    (text) => text.startsWith(`# ${name}: `) && text.slice(name.length + 4).trim() === value,
  );
  return line === -1 ? file : `${file}, line ${line + 1}`;
}
