import type { Stream, TapEvent } from '../../wire/frame.js';
import { ENDING_BYTES, RECORD_HEADER_BYTES, type RecordKind } from '../../wire/journal-record.js';

/** A record that waits to be written. */
export type WaitingRecord = readonly [kind: RecordKind, payload: Uint8Array];

/** What should be appended at the end of a journal, but could not be written. */
export interface Unsaid {
  /** Bytes that were not written. */
  readonly lost: Readonly<Record<Stream, number>>;
  readonly events: readonly TapEvent[];
  /** All bytes that were forwarded, including those that were not written. */
  readonly forwarded: Readonly<Record<Stream, number>>;
}

/**
 * The last records of a journal, for the space that is reserved for them. If not all events fit, the first ones are left out and counted,
 * because the last ones say how the agent ended.
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
