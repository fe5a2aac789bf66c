import { STREAMS, type Stream } from '../../wire/frame.js';
import { NO_DAMAGE, type JournalDamage } from '../../wire/journal-damage.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import { storedObject } from '../schema/stored-json.js';

/** How far one stream is in. */
export interface StreamPosition {
  /** Where in the journal the record begins that holds the beginning of the oldest line not yet in; else the next record. */
  at: number;
  /** Where in that record's payload the line begins. */
  within: number;
  /** Where in the stream the line begins: all bytes before it are in. */
  startByte: number;
  /** Rows made. */
  frames: number;
  /** Bytes that the tap forwarded and that are not in the journal, or not any more. */
  lost: number;
  /** How many bytes of the stream the tap has forwarded by then: what comes next begins there. */
  forwarded: number;
}

/**
 * How far the ingest of a journal is. Saved with the rows it speaks of, so that whoever goes on makes the rows that the one
 * before would have made.
 */
export interface IngestPosition {
  /** Where in the journal the next record begins. */
  at: number;
  /** The number of that record. */
  record: number;
  damage: JournalDamage;
  /** The number of the next frame or event. */
  seq: number;
  events: number;
  lastNs: number;
  streams: Record<Stream, StreamPosition>;
  /** Set where rows from `seq` on stand for what may yet go on; they are taken back first. Holds the journal's size then. */
  provisionalAtBytes?: number;
}

export function startPosition(firstAt: number): IngestPosition {
  const stream = (): StreamPosition => ({ at: firstAt, within: 0, startByte: 0, frames: 0, lost: 0, forwarded: 0 });
  return {
    at: firstAt,
    record: firstAt > 0 ? 1 : 0,
    damage: { ...NO_DAMAGE },
    seq: 0,
    events: 0,
    lastNs: 0,
    streams: { client: stream(), agent: stream(), stderr: stream() },
  };
}

/** A position as it was saved, if need be by a version that knew nothing of damage; undefined where the text is none. */
export function savedPosition(text: string): IngestPosition | undefined {
  const start = startPosition(0);
  const { streams, damage, ...counts } = storedObject(text) ?? {};
  if (!isJsonObject(streams) || !areCounts(counts)) return undefined;
  const positions = STREAMS.map((stream) => [stream, streams[stream]] as const);
  if (!positions.every(([, saved]) => isJsonObject(saved) && areCounts(saved))) return undefined;
  return {
    ...start,
    ...counts,
    damage: { ...start.damage, ...(isJsonObject(damage) && areNumbers(damage) && damage) },
    streams: Object.fromEntries(
      positions.map(([stream, saved]) => [stream, { ...start.streams[stream], ...(saved as object) }]),
    ) as IngestPosition['streams'],
  };
}

function areCounts(values: Readonly<Record<string, JsonValue>>): values is Readonly<Record<string, number>> {
  return areNumbers(values) && Object.values(values).every((value) => Number.isInteger(value) && value >= 0);
}

function areNumbers(values: Readonly<Record<string, JsonValue>>): values is Readonly<Record<string, number>> {
  return Object.values(values).every((value) => typeof value === 'number');
}

/** Where splitting has to begin: at the oldest line that is not in. */
export function readFrom(position: IngestPosition): number {
  return Math.min(position.at, ...STREAMS.map((stream) => position.streams[stream].at));
}
