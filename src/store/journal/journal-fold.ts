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
import type { IngestPosition, StreamPosition } from './ingest-position.js';
import type { PlacedRecord } from './journal-reader.js';

/** Receives what the records of a journal amount to, in the order of `seq`. */
export interface FoldSink {
  frame(seq: number, stream: Stream, line: Line): void;
  part(stream: Stream, bytes: Uint8Array, index: number, lineAt: number): void;
  event(seq: number, event: TapEvent, atNs: number): void;
  anchor(atNs: number, wallUs: number): void;
  /** Bytes of a stream as the tap read them, before they are split; each byte once. */
  chunk(stream: Stream, bytes: Uint8Array): void;
}

/** After these events nothing more of the stream is read. */
const ENDS: Partial<Record<EventName, Stream>> = {
  'client-eof': 'client',
  'stdin-closed': 'client',
  'agent-eof': 'agent',
  'stdout-closed': 'agent',
};

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
    const isNew = at >= this.#position.at;
    if (isNew) this.#position.at = at + record.sizeBytes;
    switch (record.kind) {
      case 'client':
      case 'agent':
      case 'stderr':
        this.#takeChunk(record.kind, at, record);
        if (isNew) this.#sink.chunk(record.kind, record.payload);
        break;
      case 'event':
        if (isNew) this.#takeEvent(record);
        break;
      case 'gap':
        if (isNew) this.#takeGap(record);
        break;
      case 'anchor':
        if (isNew) this.#takeAnchor(record);
        break;
      case 'end':
        this.#ended = true;
        break;
      case 'header':
        break;
      default:
        record.kind satisfies never;
    }
  }

  /** Hands out the lines that have begun and not ended, as the unterminated lines they are so far. */
  takeUnfinished(): void {
    for (const { splitter } of this.#streams.values()) splitter.end();
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

  #takeChunk(stream: Stream, at: number, record: JournalRecord): void {
    const fold = this.#streams.get(stream);
    if (fold === undefined || at < fold.position.at) return;
    const { position, splitter } = fold;
    // the beginning of this record is in already where an unfinished line begins in the middle of it
    const skipped = at === position.at ? position.within : 0;
    const bytes = record.payload.subarray(skipped);
    splitter.push(bytes, record.atNs);
    const unfinished = splitter.unfinishedBytes;
    if (unfinished === 0) {
      position.at = at + record.sizeBytes;
      position.within = 0;
    } else if (unfinished <= bytes.length) {
      position.at = at;
      position.within = record.payload.length - unfinished;
    }
  }

  #takeEvent(record: JournalRecord): void {
    const json = parseJson(record.payload);
    const name = isJsonObject(json) ? EVENT_NAMES.find((known) => known === json['name']) : undefined;
    if (name === undefined || !isJsonObject(json)) return;
    const ended = ENDS[name];
    if (ended !== undefined) this.#endStream(ended);
    this.#addEvent({ name, fields: textFields(json['fields']) }, record.atNs);
  }

  /** The stream will say no more: an unterminated last line ends here. */
  #endStream(stream: Stream): void {
    const fold = this.#streams.get(stream);
    if (fold === undefined) return;
    fold.splitter.end();
    fold.position.at = this.#position.at;
    fold.position.within = 0;
  }

  #takeGap(record: JournalRecord): void {
    const json = parseJson(record.payload);
    if (!isJsonObject(json)) return;
    for (const [stream, { position }] of this.#streams) position.lost += Number(json[stream] ?? 0);
    this.#addEvent({ name: 'gap', fields: textFields(json) }, record.atNs);
  }

  #takeAnchor(record: JournalRecord): void {
    const json = parseJson(record.payload);
    const wallUs = isJsonObject(json) ? json['wallUs'] : undefined;
    if (typeof wallUs === 'number') this.#sink.anchor(record.atNs, wallUs);
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
