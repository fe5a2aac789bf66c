import type { Database } from './sqlite.js';
import { envelopeOf } from '../../acp/methods/envelope.js';
import { topicOf } from '../../acp/methods/topic.js';
import { STREAMS, type Stream, type TapEvent } from '../../wire/frame.js';
import { joinBytes, type Line } from '../../wire/line-splitter.js';
import { DECODED_BYTES_LIMIT, readMessage, type Message } from '../../wire/message.js';
import { keyOf } from './row-keys.js';

/** The number that stands for a stream in the tables. */
export function streamNumber(stream: Stream): number {
  return STREAMS.indexOf(stream);
}

/** @throws {RangeError} for a number that is not a stream's */
export function streamNamed(number: number): Stream {
  const stream = STREAMS[number];
  if (stream === undefined) throw new RangeError(`no stream has number ${number}`);
  return stream;
}

/** Arrival of a line's first and last byte, in ns since time zero. */
export interface LineTimes {
  readonly firstNs: number;
  readonly lastNs: number;
}

/** A part of a recording to be written into the tables. */
export type NewRow =
  | { readonly type: 'frame'; readonly seq: number; readonly stream: Stream; readonly line: Line }
  | {
      readonly type: 'part';
      readonly stream: Stream;
      readonly bytes: Uint8Array;
      readonly index: number;
      readonly lineAt: number;
    }
  | { readonly type: 'event'; readonly seq: number; readonly event: TapEvent; readonly atNs: number }
  | { readonly type: 'anchor'; readonly atNs: number; readonly wallUs: number }
  | { readonly type: 'checksum'; readonly stream: Stream; readonly bytes: number; readonly sha256: Uint8Array }
  | { readonly type: 'digest-block'; readonly index: number; readonly checks: Uint8Array }
  | { readonly type: 'digest'; readonly sha256: Uint8Array; readonly facts: Readonly<Record<string, number>> };

/** Writes the rows of one recording's frames and events. Use it inside transactions. */
export class RowWriter {
  readonly #recording: number;
  readonly #frame;
  readonly #envelope;
  readonly #part;
  readonly #partsOf;
  readonly #event;
  readonly #anchor;
  readonly #checksum;
  readonly #digestBlock;
  readonly #digest;

  constructor(db: Database, recording: number) {
    this.#recording = recording;
    this.#frame = db.prepare('INSERT INTO frame VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#envelope = db.prepare('INSERT INTO envelope VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#part = db.prepare(
      'INSERT OR REPLACE INTO part (recording, stream, line_at, n, bytes) VALUES (?, ?, ?, ?, ?)',
    );
    this.#partsOf = db
      .prepare('SELECT bytes FROM part WHERE recording = ? AND stream = ? AND line_at = ? ORDER BY n')
      .pluck();
    this.#event = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?)');
    this.#anchor = db.prepare('INSERT OR REPLACE INTO anchor VALUES (?, ?, ?)');
    this.#checksum = db.prepare('INSERT OR REPLACE INTO checksum VALUES (?, ?, ?, ?)');
    this.#digestBlock = db.prepare('INSERT OR REPLACE INTO digest_block VALUES (?, ?, ?)');
    this.#digest = db.prepare('INSERT OR REPLACE INTO digest VALUES (?, ?, ?)');
  }

  write(row: NewRow): void {
    switch (row.type) {
      case 'frame':
        this.frame(row.seq, row.stream, row.line, row.line);
        break;
      case 'part':
        this.part(row.stream, row.bytes, row.index, row.lineAt);
        break;
      case 'event':
        this.event(row.seq, row.event, row.atNs);
        break;
      case 'anchor':
        this.anchor(row.atNs, row.wallUs);
        break;
      case 'checksum':
        this.#checksum.run(this.#recording, streamNumber(row.stream), row.bytes, row.sha256);
        break;
      case 'digest-block':
        this.#digestBlock.run(this.#recording, row.index, row.checks);
        break;
      case 'digest':
        this.#digest.run(this.#recording, row.sha256, JSON.stringify(row.facts));
        break;
      default:
        row satisfies never;
    }
  }

  /** Writes a line and, for client and agent, its envelope. `times` is undefined if no time is known. */
  frame(seq: number, stream: Stream, line: Line, times: LineTimes | undefined): void {
    const key = keyOf(this.#recording, seq);
    const partsAt = line.parts > 0 ? line.startByte : null;
    const [firstNs, lastNs] = times === undefined ? [null, null] : [times.firstNs, times.lastNs];
    const terminated = line.terminated ? 1 : 0;
    this.#frame.run(key, streamNumber(stream), terminated, firstNs, lastNs, line.sizeBytes, partsAt, line.bytes);
    if (stream === 'stderr') return;
    const message = this.#messageOf(stream, line);
    const { kind, method, id, sessionId } = envelopeOf(message);
    const { updateKind, toolCallId } = topicOf(message);
    const topic = [updateKind ?? '', toolCallId ?? ''];
    this.#envelope.run(key, kind, method ?? null, id ?? null, sessionId ?? null, ...topic);
  }

  part(stream: Stream, bytes: Uint8Array, index: number, lineAt: number): void {
    this.#part.run(this.#recording, streamNumber(stream), lineAt, index, bytes);
  }

  event(seq: number, { name, fields }: TapEvent, atNs: number | undefined): void {
    this.#event.run(keyOf(this.#recording, seq), atNs ?? null, name, JSON.stringify(fields));
  }

  anchor(atNs: number, wallUs: number): void {
    this.#anchor.run(this.#recording, atNs, Math.round(wallUs));
  }

  #messageOf(stream: Stream, line: Line): Message {
    if (line.parts === 0) return readMessage(line.bytes);
    if (line.sizeBytes > DECODED_BYTES_LIMIT) {
      return { kind: 'malformed', reason: 'too-long', detail: undefined, json: undefined };
    }
    const parts = this.#partsOf.all(this.#recording, streamNumber(stream), line.startByte) as Uint8Array[];
    return readMessage(joinBytes(parts));
  }
}
