import type { Database } from '../../store/schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import type { FixtureEntry } from '../../fixture/format/format.js';
import type { Place } from '../../fixture/format/read-fixture.js';
import { tell, type ObservedEvent, type ObservedFrame } from '../../model/observer.js';
import { analysisOf } from '../checking/analysis.js';
import type { Analysis } from '../checking/recalled-analysis.js';
import { derivationMark } from '../derivation-mark.js';
import { observedEntries } from '../../store/query/observed.js';
import type { Recording } from '../../store/query/recordings.js';
import { acpProtocol } from '../protocol/acp-protocol.js';
import { openScratch } from '../../store/schema/open-database.js';
import {
  conversationItems,
  conversationItemsIn,
  nameOfFile,
  STDIN,
  type ConversationItem,
} from './conversation-file.js';
import { conversationFilesIn, isFolder } from './folder-files.js';
import { ALL_FORMATS } from './foreign-file.js';
import type { Surroundings } from '../surroundings.js';
import { liveFactsOf, type LiveFacts } from '../waiting/live-facts.js';
import type { DatabaseOption } from '../recordings/database-for.js';
import { importFile, importSource } from '../recordings/import-file.js';
import { openUpToDate } from '../recordings/open-up-to-date.js';
import { recordingNamed } from '../recordings/recording-named.js';

/** The facts about a conversation before its first frame. */
export interface Subject {
  readonly name: string;
  /** The file it is read from; undefined for a recording and for standard input. */
  readonly file: string | undefined;
  /** Whether it is only a part of a recording. */
  readonly isCut: boolean;
  /** False if it is a replay at instant pace. */
  readonly hasRealTimes: boolean;
  /** For a live recording; otherwise undefined. */
  readonly live?: LiveFacts | undefined;
}

/** Receives the entries of a conversation, in order. */
export interface EntryTaker {
  /** Called before an entry that has `# allow:` comments, which name rules that may be broken there. */
  allow?(seq: number, texts: readonly string[], place?: Place): void;
  /** @param place its place in the file */
  frame(frame: ObservedFrame, place?: Place): void;
  event(event: ObservedEvent, place?: Place): void;
}

/** Computes a result from a conversation. */
export interface ConversationTaker<Result> {
  readonly told: EntryTaker;
  /** Called once, after the last entry. */
  end(): Result;
}

/** The recordings that a name stands for. */
export interface NamedRecordings {
  /** The place of these recordings. */
  readonly source: Conversations;
  readonly recordings: readonly Recording[];
  /** The file they were read from; undefined for a recording of the database. */
  readonly file: string | undefined;
}

/** The same for one recording. */
export interface NamedRecording extends Omit<NamedRecordings, 'recordings'> {
  readonly recording: Recording;
}

/** Where conversations come from: recordings, fixtures, captures, standard input. */
export class Conversations {
  readonly #options: DatabaseOption;
  readonly #io: Surroundings;
  #db: Database | undefined;
  readonly #scratches: Conversations[] = [];

  /** @param db the database with the recordings; undefined: that of the command, opened when it is needed */
  constructor(options: DatabaseOption, io: Surroundings, db?: Database) {
    this.#options = options;
    this.#io = io;
    this.#db = db;
  }

  /** Opened when the first recording is named. */
  get db(): Database {
    this.#db ??= openUpToDate(this.#io, this.#options);
    return this.#db;
  }

  close(): void {
    for (const scratch of this.#scratches) scratch.close();
    this.#db?.close();
  }

  /** The files of a folder; for anything else, the name itself. @throws {TurntableError} what {@link conversationFilesIn} throws */
  filesOf(name: string): readonly string[] {
    return isFolder(name) && this.recording(name) === undefined ? conversationFilesIn(name) : [name];
  }

  /**
   * The named recording. A file is imported into a temporary database, which {@link close} removes, so commands that show recordings can
   * show files as well.
   *
   * @throws {TurntableError} what {@link findRecording} and {@link conversationItems} throw
   */
  recordings(named: string): NamedRecordings {
    const recording = this.recording(named);
    if (recording !== undefined) return { source: this, recordings: [recording], file: undefined };
    const source = new Conversations({}, this.#io, openScratch());
    this.#scratches.push(source);
    return { source, recordings: importFile(source.db, importSource(named, false, this.#io), undefined), file: named };
  }

  /** The same for one recording. @throws {TurntableError} `USAGE` for a file of several; what {@link recordings} throws */
  oneRecording(named: string): NamedRecording {
    const { source, recordings, file } = this.recordings(named);
    const [recording, ...others] = recordings;
    if (recording !== undefined && others.length === 0) return { source, recording, file };
    throw new TurntableError('USAGE', `${named} contains ${recordings.length} conversations`, {
      hint: 'Import it (turntable import), then name the recording you want.',
    });
  }

  /** Turns, violations and statistics of a recording that has ended. */
  analysis(recording: Recording): Analysis {
    const io = this.#io;
    const progress = (done: number): void => {
      io.progress(`reading ${recording.name ?? recording.id}: ${Math.floor(done * 100)} %`);
    };
    const options = { protocol: acpProtocol, version: derivationMark(this.db), progress, ...subjectOf(recording) };
    const analysis = analysisOf(this.db, recording, options);
    io.progress(undefined);
    return analysis;
  }

  /**
   * Reads a recording, or a file, which may hold several conversations.
   *
   * @throws {TurntableError} what {@link findRecording} and {@link conversationItems} throw
   */
  *read<Result>(named: string, taker: (subject: Subject) => ConversationTaker<Result>): Generator<Result> {
    const recording = this.recording(named);
    if (recording === undefined) yield* readFile(named, taker, { stdin: this.#io.stdin });
    else yield readRecording(this.db, recording, taker, this.#io.now);
  }

  /** See {@link recordingNamed}. */
  recording(named: string): Recording | undefined {
    return recordingNamed(named, () => this.db);
  }
}

export function subjectOf({ name, id, headers }: Recording): Subject {
  return { name: name ?? id, file: undefined, ...factsOf(headers ?? []) };
}

function readRecording<Result>(
  db: Database,
  recording: Recording,
  takerOf: (subject: Subject) => ConversationTaker<Result>,
  now: () => number,
): Result {
  const taker = takerOf({ ...subjectOf(recording), live: liveFactsOf(db, recording, now) });
  for (const entry of observedEntries(db, recording.number)) tell(taker.told, entry);
  return taker.end();
}

export interface ReadFileOptions {
  /** The content of the file, if it is in memory already. */
  readonly bytes?: Uint8Array | undefined;
  /** The descriptor of standard input. */
  readonly stdin?: number;
}

/**
 * Reads all conversations of a file.
 *
 * @throws {TurntableError} what {@link conversationItems} throws
 */
export function* readFile<Result>(
  file: string,
  takerOf: (subject: Subject) => ConversationTaker<Result>,
  { bytes, ...reading }: ReadFileOptions = {},
): Generator<Result> {
  let taker: ConversationTaker<Result> | undefined;
  let seq = 0;
  let count = 0;
  let unterminated:
    { readonly entry: FixtureEntry; readonly seq: number; readonly place: Place | undefined } | undefined;
  for (const item of bytes === undefined
    ? conversationItems(file, { ...ALL_FORMATS, ...reading })
    : conversationItemsIn(file, bytes)) {
    if (unterminated !== undefined && taker !== undefined) {
      tellEntry(taker.told, laterBy(unterminated.entry, item), unterminated);
    }
    unterminated = undefined;
    if (item.type === 'begin') {
      count += 1;
      const title = item.headers.find(([name]) => name === 'title')?.[1];
      const first = file === STDIN ? (title ?? 'standard input') : nameOfFile(file);
      const name = count === 1 ? first : `${first} (${count})`;
      taker = takerOf({ name, file: file === STDIN ? undefined : file, ...factsOf(item.headers) });
      seq = 0;
    } else if (item.type === 'end') {
      if (taker !== undefined) yield taker.end();
    } else {
      const place = file === STDIN ? undefined : item.place;
      if (item.entry.type === 'frame' && !item.entry.terminated) unterminated = { entry: item.entry, seq, place };
      else if (taker !== undefined) tellEntry(taker.told, item.entry, { seq, place });
      seq += 1;
    }
  }
}

/** A line without a newline was complete only when its stream ended, so it gets at least the time of the next entry. */
function laterBy(entry: FixtureEntry, next: ConversationItem): FixtureEntry {
  const atNs = next.type === 'entry' ? next.entry.atNs : undefined;
  return entry.atNs === undefined || atNs === undefined ? entry : { ...entry, atNs: Math.max(entry.atNs, atNs) };
}

/** Passes an entry on; lines of stderr are not messages. */
export function tellEntry(
  taker: EntryTaker,
  entry: FixtureEntry,
  { seq, place }: { readonly seq: number; readonly place?: Place | undefined },
): void {
  if (entry.allows !== undefined) taker.allow?.(seq, entry.allows, place);
  if (entry.type === 'event') {
    const { name, fields, atNs } = entry;
    taker.event({ seq, name, fields, atNs }, place);
  } else if (entry.stream !== 'stderr') {
    const { stream: sender, bytes, text, terminated, atNs } = entry;
    taker.frame({ seq, sender, bytes, text, sizeBytes: bytes.length, terminated, atNs }, place);
  }
}

/** The facts that headers state: whether the file is a part, and whether its times are real. */
export function factsOf(
  headers: readonly (readonly [name: string, value: string])[],
): Pick<Subject, 'isCut' | 'hasRealTimes'> {
  const has = (wanted: string, value?: string) =>
    headers.some(([name, said]) => name === wanted && (value === undefined || said === value));
  return { isCut: has('cut'), hasRealTimes: !has('pace', 'instant') };
}
