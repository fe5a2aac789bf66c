import type { Database } from '../schema/sqlite.js';
import type { FilterMarks } from '../../filter/filter-marks.js';
import {
  jsonOf,
  messageFacts,
  messagesIn,
  type FrameFacts,
  type MessageFacts,
  type ViolationMark,
} from '../../filter/frame-facts.js';
import type { TextMatcher } from '../../pattern/text-matcher.js';
import type { Stream } from '../../wire/frame.js';
import type { JsonValue } from '../../wire/json-text.js';
import { joinBytes, LINE_LIMITS } from '../../wire/line-splitter.js';
import { DECODED_BYTES_LIMIT, readMessage, type Message } from '../../wire/message.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { streamNamed, streamNumber } from '../schema/row-writer.js';

/** Of a larger frame, in bytes, the line is fetched when it is asked for. */
const SMALL_BYTES = 4096;
/** So much of a larger one is looked at in one go, in bytes. */
const PIECE_BYTES = LINE_LIMITS.partBytes;

/** The columns of a {@link StoredRow}; those of the envelope are null where they are not needed. */
export function rowColumns(withEnvelope = true): string {
  const names = ['kind', 'method', 'id', 'session', 'update_kind', 'tool_call'];
  const ofEnvelope = names.map((name) => (withEnvelope ? name : 'NULL')).join(', ');
  return `frame.key, stream, last_ns, size, parts_at, ${ofEnvelope}, CASE WHEN size <= ${SMALL_BYTES} THEN bytes END`;
}

/** A frame as the tables have it. */
export type StoredRow = readonly [
  key: number,
  stream: number,
  lastNs: number | null,
  size: number,
  partsAt: number | null,
  kind: MessageFacts['kind'] | 'batch' | null,
  method: string | null,
  id: string | null,
  session: string | null,
  updateKind: string | null,
  toolCall: string | null,
  bytes: Uint8Array | null,
];

const ROW_OF_ID = `SELECT ${rowColumns()} FROM envelope CROSS JOIN frame ON frame.key = envelope.key
  WHERE id = ? AND envelope.key >= ? AND envelope.key < ? AND kind = ? AND stream = ? ORDER BY envelope.key`;

/** Finds the facts of one recording's frames as they are asked for. */
export class FactReader {
  readonly marks: FilterMarks;
  readonly #recording: number;
  readonly #before;
  readonly #after;
  readonly #row;
  readonly #bytes;
  readonly #part;

  constructor(db: Database, recording: number, marks: FilterMarks) {
    this.marks = marks;
    this.#recording = recording;
    this.#before = db.prepare(`${ROW_OF_ID} DESC LIMIT 1`).raw();
    this.#after = db.prepare(`${ROW_OF_ID} ASC LIMIT 1`).raw();
    this.#row = db
      .prepare(`SELECT ${rowColumns()} FROM frame LEFT JOIN envelope ON envelope.key = frame.key WHERE frame.key = ?`)
      .raw();
    this.#bytes = db.prepare('SELECT bytes FROM frame WHERE key = ?').pluck();
    this.#part = db
      .prepare('SELECT bytes FROM part WHERE recording = ? AND stream = ? AND line_at = ? AND n = ?')
      .pluck();
  }

  factsOf(row: StoredRow): StoredFacts {
    return new StoredFacts(this, row);
  }

  /** Undefined where the frame is gone. */
  factsAt(key: number): StoredFacts | undefined {
    const row = this.#row.get(key) as StoredRow | undefined;
    return row && this.factsOf(row);
  }

  /** The latest request before a response that it may answer. */
  requestOf([key, stream, , , , , , id]: StoredRow): StoredFacts | undefined {
    if (id === null) return undefined;
    const row = this.#before.get(id, keyOf(this.#recording, 0), key, 'request', otherNumber(stream));
    return row === undefined ? undefined : this.factsOf(row as StoredRow);
  }

  /** The first response to a request, before its id is used again. */
  responseTo([key, stream, , , , , , id]: StoredRow): StoredFacts | undefined {
    if (id === null) return undefined;
    const row = this.#after.get(id, key + 1, keyOf(this.#recording + 1, 0), 'response', otherNumber(stream));
    if (row === undefined) return undefined;
    const response = row as StoredRow;
    const again = this.#after.get(id, key + 1, response[0], 'request', stream);
    return again === undefined ? this.factsOf(response) : undefined;
  }

  /** All of a line, in pieces that are not too large to be looked at in one go. */
  *pieces([key, stream, , , partsAt, , , , , , , small]: StoredRow): Generator<Uint8Array> {
    if (partsAt === null) {
      const bytes = small ?? (this.#bytes.get(key) as Uint8Array);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
      return;
    }
    for (let n = 0; ; n += 1) {
      const bytes = this.#part.get(this.#recording, stream, partsAt, n) as Uint8Array | undefined;
      if (bytes === undefined) return;
      yield bytes;
    }
  }
}

function otherNumber(stream: number): number {
  return streamNumber(stream === streamNumber('client') ? 'agent' : 'client');
}

/** The facts of a frame. */
export class StoredFacts implements FrameFacts {
  readonly #reader: FactReader;
  readonly #row: StoredRow;
  #message: Message | undefined;
  #messages: readonly MessageFacts[] | undefined;
  /** What was found in a line that is not small. */
  #held: Map<TextMatcher, boolean> | undefined;
  #other: { readonly facts: StoredFacts | undefined } | undefined;

  constructor(reader: FactReader, row: StoredRow) {
    this.#reader = reader;
    this.#row = row;
  }

  get seq(): number {
    return seqOf(this.#row[0]);
  }

  get sender(): Stream {
    return streamNamed(this.#row[1]);
  }

  get event(): undefined {
    return undefined;
  }

  get sizeBytes(): number {
    return this.#row[3];
  }

  get atNs(): number | undefined {
    return this.#row[2] ?? undefined;
  }

  get isBatch(): boolean {
    return this.#row[5] === 'batch';
  }

  get messages(): readonly MessageFacts[] {
    return (this.#messages ??= this.#findMessages());
  }

  get json(): readonly JsonValue[] {
    return this.#row[5] === null ? [] : messagesIn(this.message).flatMap(jsonOf);
  }

  get isUnanswered(): boolean {
    return this.#row[5] === 'request' && this.other === undefined;
  }

  get isOrphan(): boolean {
    return this.#row[5] === 'response' && this.other === undefined;
  }

  get exchangeNs(): number | undefined {
    const other = this.other?.atNs;
    return other === undefined || this.atNs === undefined ? undefined : Math.abs(this.atNs - other);
  }

  get turns(): readonly number[] {
    const { turns } = this.#reader.marks;
    if (turns.length === 0) return [];
    const sessions = new Set(this.messages.map(({ sessionId }) => sessionId));
    return [...sessions].flatMap((sessionId) =>
      sessionId === undefined ? [] : this.#reader.marks.turnsAt(this.seq, sessionId).map(({ number }) => number),
    );
  }

  get violations(): readonly ViolationMark[] {
    return this.#reader.marks.violationsAt(this.seq);
  }

  holds(pattern: TextMatcher): boolean {
    const small = this.#row[11];
    if (small !== null) return pattern.isInBytes(small);
    const known = this.#held?.get(pattern);
    if (known !== undefined) return known;
    const looking = this.looking([pattern]);
    while (looking.next().done !== true);
    return this.#held?.get(pattern) ?? false;
  }

  /** Its line is better looked through in pieces: see {@link looking}. */
  get isLarge(): boolean {
    return this.#row[11] === null;
  }

  /** Looks for patterns in a large line, piece by piece, so that {@link holds} knows them. */
  *looking(patterns: readonly TextMatcher[]): Generator<undefined> {
    this.#held ??= new Map();
    for (const pattern of patterns) {
      this.#held.set(pattern, yield* pattern.isInPieces(this.#reader.pieces(this.#row)));
    }
  }

  /** The other half of its exchange. */
  get other(): StoredFacts | undefined {
    this.#other ??= { facts: this.#findOther() };
    return this.#other.facts;
  }

  get message(): Message {
    return (this.#message ??= this.#read());
  }

  #findOther(): StoredFacts | undefined {
    if (this.#row[5] === 'request') return this.#reader.responseTo(this.#row);
    return this.#row[5] === 'response' ? this.#reader.requestOf(this.#row) : undefined;
  }

  #read(): Message {
    const [, , , size] = this.#row;
    if (size > DECODED_BYTES_LIMIT)
      return { kind: 'malformed', reason: 'too-long', detail: undefined, json: undefined };
    return readMessage(joinBytes([...this.#reader.pieces(this.#row)], size));
  }

  #findMessages(): readonly MessageFacts[] {
    const kind = this.#row[5];
    if (kind === null) return [];
    if (kind === 'batch') return messagesIn(this.message).map((message) => messageFacts(message));
    return [new StoredMessage(this, kind, this.#row)];
  }
}

/** A message, as far as possible by what stands in the columns. */
class StoredMessage implements MessageFacts {
  readonly kind: MessageFacts['kind'];
  readonly #frame: StoredFacts;
  readonly #row: StoredRow;

  constructor(frame: StoredFacts, kind: MessageFacts['kind'], row: StoredRow) {
    this.kind = kind;
    this.#frame = frame;
    this.#row = row;
  }

  get isError(): boolean {
    const { message } = this.#frame;
    return message.kind === 'response' && !message.outcome.ok;
  }

  get method(): string | undefined {
    return this.#row[6] ?? this.#request?.method;
  }

  get id(): string | undefined {
    return this.#row[7] ?? undefined;
  }

  get sessionId(): string | undefined {
    return this.#row[8] ?? this.#request?.sessionId;
  }

  get updateKind(): string | undefined {
    return this.#row[9] === null ? this.#read.updateKind : nameIn(this.#row[9]);
  }

  get toolCallId(): string | undefined {
    const own = this.#row[10] === null ? this.#read.toolCallId : nameIn(this.#row[10]);
    return own ?? this.#request?.toolCallId;
  }

  get #request(): MessageFacts | undefined {
    return this.kind === 'response' ? this.#frame.other?.messages[0] : undefined;
  }

  get #read(): MessageFacts {
    const [message] = messagesIn(this.#frame.message);
    if (message === undefined) throw new RangeError('a frame without a message');
    return messageFacts(message);
  }
}

function nameIn(column: string): string | undefined {
  return column === '' ? undefined : column;
}
