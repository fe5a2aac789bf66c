import type { Stream, TapEvent } from '../../wire/frame.js';
import { ENDING_BYTES, RECORD_HEADER_BYTES, type RecordKind } from '../../wire/journal-record.js';

/** A record that waits to be written. */
export type WaitingRecord = readonly [kind: RecordKind, payload: Uint8Array];

/** What a journal has to say at its end and could not append. */
export interface Unsaid {
  /** Bytes that were not written. */
  readonly lost: Readonly<Record<Stream, number>>;
  readonly events: readonly TapEvent[];
  /** All bytes that were forwarded, those included. */
  readonly forwarded: Readonly<Record<Stream, number>>;
}

/**
 * The records that end a journal in the room that is kept for them. If not all events fit, the first ones are left out and
 * counted: among the last is how the agent ended.
 */
export function endingRecords({ lost, events, forwarded }: Unsaid): WaitingRecord[] {
  const gapOf = (leftOut: number): Uint8Array => json({ ...lost, ...(leftOut > 0 && { events: leftOut }) });
  const end = json(forwarded);
  const payloads = events.map(json);
  let room = ENDING_BYTES - sizeOf(end) - sizeOf(gapOf(events.length));
  let first = payloads.length;
  for (const payload of payloads.toReversed()) {
    room -= sizeOf(payload);
    if (room < 0) break;
    first -= 1;
  }
  const kept = payloads.slice(first).map((payload): WaitingRecord => ['event', payload]);
  return [['gap', gapOf(first)], ...kept, ['end', end]];
}

function sizeOf(payload: Uint8Array): number {
  return RECORD_HEADER_BYTES + payload.length;
}

export function json(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
