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
import { otherKeyOf } from '../blocks/exchange-finder.js';
import { OpenBlocks, type HeldFrame } from '../blocks/open-blocks.js';
import { partsOf } from '../blocks/parts.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { streamNamed } from '../schema/row-writer.js';

/** For a larger frame, in bytes, the line is fetched only when it is used. */
const SMALL_BYTES = 4096;
/** How much of a larger one is searched at once, in bytes. */
const PIECE_BYTES = LINE_LIMITS.partBytes;

/** The columns of a {@link StoredRow}; those of the envelope are null if they are not needed. */
export function rowColumns(withEnvelope = true): string {
  const names = ['kind', 'method', 'id', 'session', 'update_kind', 'tool_call'];
  const ofEnvelope = names.map((name) => (withEnvelope ? name : 'NULL')).join(', ');
  return `frame.key, stream, last_ns, size, parts_at, ${ofEnvelope}, CASE WHEN size <= ${SMALL_BYTES} THEN bytes END`;
}

/** A frame in the form of the tables. */
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
  /** The bytes; null for a line that is not small; or its place in a block. */
  bytes: Uint8Array | null | HeldFrame,
];

/** Reads the facts about one recording's frames when they are used. */
export class FactReader {
  readonly marks: FilterMarks;
  readonly #db: Database;
  readonly #recording: number;
  readonly #blocks: OpenBlocks;
  readonly #row;
  readonly #bytes;

  constructor(db: Database, recording: number, marks: FilterMarks) {
    this.marks = marks;
    this.#db = db;
    this.#recording = recording;
    this.#blocks = OpenBlocks.of(db);
    this.#row = db
      .prepare(`SELECT ${rowColumns()} FROM frame LEFT JOIN envelope ON envelope.key = frame.key WHERE frame.key = ?`)
      .raw();
    this.#bytes = db.prepare('SELECT bytes FROM frame WHERE key = ?').pluck();
  }

  factsOf(row: StoredRow): StoredFacts {
    return new StoredFacts(this, row);
  }

  /** Undefined if the frame is gone. */
  factsAt(key: number): StoredFacts | undefined {
    const row = this.#row.get(key) as StoredRow | undefined;
    const there = row === undefined ? this.#blocks.at(key) : undefined;
    return there === undefined ? row && this.factsOf(row) : this.factsIn(there);
  }

  factsIn(there: HeldFrame): StoredFacts {
    const { block, i } = there;
    const { stream, lastNs, size, partsAt, kind, method, id, session, updateKind, toolCall } = block.rowAt(i);
    return this.factsOf([
      ...([block.keyAt(i), stream, lastNs, size, partsAt] as const),
      ...([kind, method, id, session, updateKind, toolCall] as const),
      there,
    ]);
  }

  /** The other half of an exchange. */
  otherOf(row: StoredRow): StoredFacts | undefined {
    const [key, stream, , , , kind, , id, , , , there] = row;
    if (!isHeld(there)) {
      const other = otherKeyOf(this.#db, { key, stream, kind, id });
      return other === undefined ? undefined : this.factsAt(other);
    }
    const seq = there.block.columns.other(there.i);
    if (seq === null) return undefined;
    const other = keyOf(this.#recording, seq);
    const near = there.block.heldAt(other);
    return near === undefined ? this.factsAt(other) : this.factsIn(near);
  }

  /** A small line; undefined for others. */
  smallLine([, , , size, , , , , , , , bytes]: StoredRow): Uint8Array | undefined {
    if (!isHeld(bytes)) return bytes ?? undefined;
    return size <= SMALL_BYTES ? bytes.block.bytesAt(bytes.i) : undefined;
  }

  /** A whole line, in pieces that are small enough to be searched at once. */
  *pieces(row: StoredRow): Generator<Uint8Array> {
    const [key, stream, , size, lineAt, , , , , , , there] = row;
    if (lineAt !== null) {
      yield* partsOf(this.#db, { recording: this.#recording, stream, lineAt, size });
      return;
    }
    const bytes = isHeld(there) ? there.block.bytesAt(there.i) : (there ?? this.#held(key));
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }

  /** The bytes of a frame; empty if the recording was removed meanwhile. */
  #held(key: number): Uint8Array {
    const row = this.#bytes.get(key) as Uint8Array | undefined;
    // the frame may have been packed into a block since its row was read
    const there = row === undefined ? this.#blocks.at(key) : undefined;
    return row ?? there?.block.bytesAt(there.i) ?? new Uint8Array();
  }
}

function isHeld(bytes: StoredRow[11]): bytes is HeldFrame {
  return bytes !== null && 'block' in bytes;
}

/** The facts of a frame. */
export class StoredFacts implements FrameFacts {
  readonly #reader: FactReader;
  readonly #row: StoredRow;
  #message: Message | undefined;
  #messages: readonly MessageFacts[] | undefined;
  /** The results of searches in a large line. */
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
    const small = this.#reader.smallLine(this.#row);
    if (small !== undefined) return pattern.isInBytes(small);
    const known = this.#held?.get(pattern);
    if (known !== undefined) return known;
    const looking = this.looking([pattern]);
    while (looking.next().done !== true);
    return this.#held?.get(pattern) ?? false;
  }

  /** Whether its line should be searched in pieces: see {@link looking}. */
  get isLarge(): boolean {
    return this.#row[3] > SMALL_BYTES;
  }

  /** Searches a large line for patterns, piece by piece, so that {@link holds} knows the results. */
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
    return this.#reader.otherOf(this.#row);
  }

  #read(): Message {
    const [, , , size] = this.#row;
    if (size > DECODED_BYTES_LIMIT)
      return { kind: 'malformed', reason: 'too-long', detail: undefined, json: undefined };
    return readMessage(joinBytes([...this.#reader.pieces(this.#row)]));
  }

  #findMessages(): readonly MessageFacts[] {
    const kind = this.#row[5];
    if (kind === null) return [];
    if (kind === 'batch') return messagesIn(this.message).map((message) => messageFacts(message));
    return [new StoredMessage(this, kind, this.#row)];
  }
}

/** The facts about a message, taken from the columns as far as possible. */
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
