import { STREAMS, type Stream } from '../../wire/frame.js';

/** How far one stream is in. */
export interface StreamPosition {
  /** Where in the journal the record begins that holds the beginning of the oldest line not yet in. */
  at: number;
  /** Where in that record's payload the line begins. */
  within: number;
  /** Where in the stream the line begins: all bytes before it are in. */
  startByte: number;
  /** Rows made. */
  frames: number;
  /** Bytes that the tap forwarded and could not record. */
  lost: number;
}

/**
 * How far the ingest of a journal is. Saved with the rows it speaks of, so that whoever goes on makes the rows that the one
 * before would have made.
 */
export interface IngestPosition {
  /** Where in the journal the next record begins. */
  at: number;
  /** The number of the next frame or event. */
  seq: number;
  events: number;
  lastNs: number;
  streams: Record<Stream, StreamPosition>;
  /** Set where rows from `seq` on stand for what may yet go on; they are taken back first. Holds the journal's size then. */
  provisionalAtBytes?: number;
}

export function startPosition(firstAt: number): IngestPosition {
  const stream = (): StreamPosition => ({ at: firstAt, within: 0, startByte: 0, frames: 0, lost: 0 });
  return {
    at: firstAt,
    seq: 0,
    events: 0,
    lastNs: 0,
    streams: { client: stream(), agent: stream(), stderr: stream() },
  };
}

/** Where reading has to begin: at the oldest line that is not in. */
export function readFrom(position: IngestPosition): number {
  return Math.min(position.at, ...STREAMS.map((stream) => position.streams[stream].at));
}
