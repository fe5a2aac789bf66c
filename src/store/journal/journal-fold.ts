import {
  EVENT_NAMES,
  STREAMS,
  type EventFields,
  type EventName,
  type Stream,
  type TapEvent,
} from '../../wire/frame.js';
import { parseJson } from '../../wire/journal-header.js';
import type { JournalRecord } from '../../wire/journal-record.js';
import { isJsonObject, type JsonObject } from '../../wire/json-text.js';
import { LineSplitter, type Line } from '../../wire/line-splitter.js';
import { safeInteger } from '../../wire/safe-integer.js';
import type { IngestPosition, StreamPosition } from './ingest-position.js';
import type { PlacedRecord } from './journal-cursor.js';

/** Receives what the records of a journal amount to, in the order of `seq`. */
export interface FoldSink {
  frame(seq: number, stream: Stream, line: Line): void;
  part(stream: Stream, bytes: Uint8Array, index: number, lineAt: number): void;
  event(seq: number, event: TapEvent, atNs: number): void;
  anchor(atNs: number, wallUs: number): void;
  /** Bytes of a stream as the tap read them, before they are split; each byte once. */
  chunk(stream: Stream, bytes: Uint8Array): void;
}

const DAMAGED = 'the journal is damaged';

/** After these events nothing more of the stream is read. */
const ENDS: Partial<Record<EventName, Stream>> = {
  'client-eof': 'client',
  'stdin-closed': 'client',
  'agent-eof': 'agent',
  'stdout-closed': 'agent',
};

/** Bytes of each stream. */
type Loss = Readonly<Partial<Record<Stream, number>>>;

interface StreamFold {
  readonly position: StreamPosition;
  readonly splitter: LineSplitter;
}

/**
 * Turns records into frames and events. Numbers them in the order in which lines *end* in the journal, events in their place:
 * whoever folds a journal, from its beginning or from a saved position, makes the same rows.
 */
export class JournalFold {
  readonly #sink: FoldSink;
  readonly #position: IngestPosition;
  readonly #streams: ReadonlyMap<Stream, StreamFold>;
  #ended = false;

  /** Goes on from `position`, which it keeps up to date; the next record taken must be that of `readFrom(position)`. */
  constructor(position: IngestPosition, sink: FoldSink) {
    this.#sink = sink;
    this.#position = position;
    this.#streams = new Map(STREAMS.map((stream) => [stream, this.#streamFold(stream)]));
  }

  /** Whether the journal has said that nothing more will come. */
  get ended(): boolean {
    return this.#ended;
  }

  take({ at, record }: PlacedRecord): void {
    if (at >= this.#position.at) this.#takeNew(at, record);
    else if (record.kind === 'end') this.#ended = true;
    else {
      const stream = STREAMS.find((one) => one === record.kind);
      if (stream !== undefined) this.#split(stream, at, record);
    }
  }

  /** Hands out the lines that have begun and not ended, as the unterminated lines they are so far. */
  takeUnfinished(): void {
    for (const { splitter } of this.#streams.values()) splitter.end();
  }

  /** Takes note of what stands behind the last record. `isCut`: it is the beginning of another one. */
  takeTail({ unreadBytes, isCut }: { readonly unreadBytes: number; readonly isCut: boolean }): void {
    const { damage } = this.#position;
    if (isCut) damage.cutBytes += unreadBytes;
    else if (unreadBytes > 0) {
      damage.skippedBytes += unreadBytes;
      this.addEvent({ name: 'gap', fields: { reason: DAMAGED, bytes: String(unreadBytes) } });
    }
  }

  /** Adds an event that the journal does not hold, at the time of the last thing it does. */
  addEvent(event: TapEvent): void {
    this.#addEvent(event, this.#position.lastNs);
  }

  #streamFold(stream: Stream): StreamFold {
    const position = this.#position.streams[stream];
    const splitter = new LineSplitter(
      {
        line: (line) => {
          position.frames += 1;
          position.startByte = splitter.startByte;
          this.#position.lastNs = Math.max(this.#position.lastNs, line.lastNs);
          this.#sink.frame(this.#nextSeq(), stream, line);
        },
        part: (bytes, index, lineAt) => {
          this.#sink.part(stream, bytes, index, lineAt);
        },
      },
      { startByte: position.startByte },
    );
    return { position, splitter };
  }

  #takeNew(at: number, record: JournalRecord): void {
    const isDisplaced = this.#noteDamage(at, record);
    this.#position.at = at + record.sizeBytes;
    switch (record.kind) {
      case 'client':
      case 'agent':
      case 'stderr':
        this.#takeChunk(record.kind, at, record);
        break;
      case 'event':
        this.#takeEvent(record);
        break;
      case 'gap':
        this.#takeGap(record, isDisplaced);
        break;
      case 'anchor':
        this.#takeAnchor(record);
        break;
      case 'end':
        this.#takeEnd(record);
        break;
      case 'header':
      case 'reserve':
        break;
      default:
        record.kind satisfies never;
    }
    this.#passOver();
  }

  /** A stream without an open line needs none of the records so far: whoever goes on from here need not read them again. */
  #passOver(): void {
    for (const { position, splitter } of this.#streams.values()) {
      if (splitter.unfinishedBytes > 0) continue;
      position.at = this.#position.at;
      position.within = 0;
    }
  }

  /** Says what is wrong before a record. Returns whether it stands behind a later one. */
  #noteDamage(at: number, { number = this.#position.record, atNs }: JournalRecord): boolean {
    const position = this.#position;
    const skippedBytes = at - position.at;
    const missingRecords = number - position.record;
    const isDisplaced = missingRecords < 0;
    if (!isDisplaced) position.record = number + 1;
    if (skippedBytes === 0 && missingRecords === 0) return false;
    const { damage } = position;
    damage.skippedBytes += skippedBytes;
    damage.missingRecords += isDisplaced ? -1 : missingRecords;
    damage.displacedRecords += isDisplaced ? 1 : 0;
    const fields = {
      reason: isDisplaced ? 'a record of the journal is out of order' : DAMAGED,
      ...(skippedBytes > 0 && { bytes: String(skippedBytes) }),
      ...(missingRecords > 0 && { records: String(missingRecords) }),
    };
    this.#addEvent({ name: 'gap', fields }, atNs);
    return isDisplaced;
  }

  #takeChunk(stream: Stream, at: number, record: JournalRecord): void {
    const { payload, atNs } = record;
    const position = this.#position.streams[stream];
    const { offset = position.forwarded } = record;
    const isLate = offset < position.forwarded;
    if (isLate) {
      // what comes after it was read before it, and took it for lost
      this.#endLine(stream, at);
      position.lost = Math.max(0, position.lost - payload.length);
    } else {
      this.#noteLoss({ lost: { [stream]: offset - position.forwarded }, at, atNs });
      position.forwarded += payload.length;
    }
    this.#split(stream, at, record);
    if (isLate) this.#endLine(stream, this.#position.at);
    this.#sink.chunk(stream, payload);
  }

  /** Bytes that came before `at` and are not in the journal end the lines they were to go on. */
  #noteLoss({ lost, at, atNs }: { lost: Loss; at: number; atNs: number }): void {
    const lossy = STREAMS.filter((stream) => (lost[stream] ?? 0) > 0);
    if (lossy.length === 0) return;
    for (const stream of lossy) {
      this.#endLine(stream, at);
      const bytes = lost[stream] ?? 0;
      this.#position.streams[stream].lost += bytes;
      this.#position.streams[stream].forwarded += bytes;
    }
    const fields = Object.fromEntries(lossy.map((stream) => [stream, String(lost[stream])]));
    this.#addEvent({ name: 'gap', fields: { ...fields, reason: DAMAGED } }, atNs);
  }

  #split(stream: Stream, at: number, record: JournalRecord): void {
    const fold = this.#streams.get(stream);
    if (fold === undefined || at < fold.position.at) return;
    const { position, splitter } = fold;
    // the beginning of this record is in already where an unfinished line begins in the middle of it
    const skipped = at === position.at ? position.within : 0;
    const bytes = record.payload.subarray(skipped);
    splitter.push(bytes, record.atNs);
    const unfinished = splitter.unfinishedBytes;
    if (unfinished > 0 && unfinished <= bytes.length) {
      position.at = at;
      position.within = record.payload.length - unfinished;
    }
  }

  #takeEvent(record: JournalRecord): void {
    const json = parseJson(record.payload);
    const name = isJsonObject(json) ? EVENT_NAMES.find((known) => known === json['name']) : undefined;
    if (name === undefined || !isJsonObject(json)) return;
    const ended = ENDS[name];
    if (ended !== undefined) this.#endLine(ended, this.#position.at);
    this.#addEvent({ name, fields: textFields(json['fields']) }, record.atNs);
  }

  /** What comes at `at` or behind it goes on no line that came before: an unterminated line ends here. */
  #endLine(stream: Stream, at: number): void {
    const fold = this.#streams.get(stream);
    if (fold === undefined) return;
    fold.splitter.end();
    fold.position.at = at;
    fold.position.within = 0;
  }

  /** What the tap forwarded and could not write. Where it stands out of order, what came after it has told that before. */
  #takeGap({ payload, atNs }: JournalRecord, isDisplaced: boolean): void {
    const json = parseJson(payload);
    if (!isJsonObject(json)) return;
    if (!isDisplaced) {
      for (const [stream, { position }] of this.#streams) {
        const bytes = byteCount(json[stream]);
        if (bytes > 0) this.#endLine(stream, this.#position.at);
        position.lost += bytes;
        position.forwarded += bytes;
      }
    }
    this.#addEvent({ name: 'gap', fields: textFields(json) }, atNs);
  }

  /** Holds how many bytes of each stream were forwarded in all. */
  #takeEnd({ payload, atNs }: JournalRecord): void {
    this.#ended = true;
    const json = parseJson(payload);
    if (!isJsonObject(json)) return;
    const { streams, at } = this.#position;
    const lost = Object.fromEntries(STREAMS.map((name) => [name, byteCount(json[name]) - streams[name].forwarded]));
    this.#noteLoss({ lost, at, atNs });
  }

  #takeAnchor(record: JournalRecord): void {
    const json = parseJson(record.payload);
    const wallUs = isJsonObject(json) ? json['wallUs'] : undefined;
    if (typeof wallUs === 'number') this.#sink.anchor(record.atNs, safeInteger(wallUs));
  }

  #addEvent(event: TapEvent, atNs: number): void {
    this.#position.events += 1;
    this.#position.lastNs = Math.max(this.#position.lastNs, atNs);
    this.#sink.event(this.#nextSeq(), event, atNs);
  }

  #nextSeq(): number {
    const { seq } = this.#position;
    this.#position.seq = seq + 1;
    return seq;
  }
}

function textFields(json: JsonObject[string] | undefined): EventFields {
  if (!isJsonObject(json)) return {};
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** A stranger's journal may hold anything. */
function byteCount(json: JsonObject[string] | undefined): number {
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? json : 0;
}
