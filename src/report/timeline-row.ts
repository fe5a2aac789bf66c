import type { Frame, OtherHalf, RecordedEvent, TimelineEntry } from '../wire/frame.js';
import { DECODED_BYTES_LIMIT, readMessage } from '../wire/message.js';
import { escapeUnsafe } from '../wire/plain-text.js';
import { formatBytes, formatDuration, formatOffset } from './quantities.js';
import { summaryOf } from './summary.js';

/** One line of a timeline: the text of each column, safe to show. */
export interface TimelineRow {
  readonly seq: string;
  /** Seconds since time zero. */
  readonly time: string;
  /** `client`, `agent`, `stderr`, or nothing for an event. */
  readonly sender: string;
  readonly kind: string;
  readonly method: string;
  readonly id: string;
  readonly session: string;
  readonly size: string;
  /** For a response: the time since its request. */
  readonly latency: string;
  readonly summary: string;
}

const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const SHORT_SESSION_CHARACTERS = 8;
const HEAD_BYTES = 200;

/** @param other the other half of the exchange, if the entry is a request or response that has one */
export function timelineRow(entry: TimelineEntry, other: OtherHalf | undefined): TimelineRow {
  return entry.type === 'event' ? eventRow(entry) : frameRow(entry, other);
}

function eventRow({ seq, atNs, name, fields }: RecordedEvent): TimelineRow {
  const summary = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  return { ...EMPTY, seq: String(seq), time: timeText(atNs), kind: name, summary: escapeUnsafe(summary.join(' ')) };
}

/** The row of an unfinished line: it has no number yet. */
export function begunRow({ stream, bytes, sizeBytes, lastNs }: BegunFrame): TimelineRow {
  const frame: Frame = {
    type: 'frame',
    seq: -1,
    stream,
    terminated: false,
    firstNs: lastNs,
    lastNs,
    sizeBytes,
    head: bytes,
    envelope: undefined,
  };
  return {
    ...frameRow(frame, undefined),
    seq: '',
    kind: 'unfinished',
    summary: `(no newline yet) ${frameSummary(frame)}`,
  };
}

/** The bytes of a line without its newline so far; for a long one, the beginning. */
export interface BegunFrame extends Pick<Frame, 'stream' | 'sizeBytes' | 'lastNs'> {
  readonly bytes: Uint8Array;
}

function frameRow(frame: Frame, other: OtherHalf | undefined): TimelineRow {
  const { seq, lastNs, stream, sizeBytes, envelope, terminated } = frame;
  const latencyNs = envelope?.kind === 'response' ? latencyOf(frame, other) : undefined;
  return {
    seq: String(seq),
    time: timeText(lastNs),
    sender: stream,
    kind: envelope?.kind ?? '',
    method: escapeUnsafe(envelope?.method ?? (envelope?.kind === 'response' ? (other?.method ?? '') : '')),
    id: escapeUnsafe(envelope?.id ?? ''),
    session: escapeUnsafe(shortSession(envelope?.sessionId)),
    size: formatBytes(sizeBytes),
    latency: latencyNs === undefined ? '' : formatDuration(latencyNs),
    summary: (terminated ? '' : '(no newline) ') + frameSummary(frame),
  };
}

/**
 * Time from a request to its response, in ns. Undefined for a response without a newline: its line was complete only at the end of the
 * stream.
 */
export function latencyOf(
  { lastNs, terminated }: Pick<Frame, 'lastNs' | 'terminated'>,
  request: OtherHalf | undefined,
): number | undefined {
  if (!terminated || lastNs === undefined || request?.lastNs === undefined) return undefined;
  return lastNs - request.lastNs;
}

function frameSummary(frame: Frame): string {
  const { stream, head, sizeBytes } = frame;
  if (sizeBytes > DECODED_BYTES_LIMIT && stream !== 'stderr') return `too-long: ${beginningOf(frame)}`;
  if (stream === 'stderr' || head.length < sizeBytes) return beginningOf(frame);
  const message = readMessage(head);
  return message.kind === 'malformed' ? `${message.reason}: ${beginningOf(frame)}` : summaryOf(message);
}

function beginningOf({ head, sizeBytes }: Frame): string {
  const text = lossyDecoder.decode(head.subarray(0, HEAD_BYTES));
  return escapeUnsafe(text) + (sizeBytes > HEAD_BYTES ? '...' : '');
}

/** Shortens a session id to its end, because the ids of one recording usually differ there. */
function shortSession(sessionId: string | undefined): string {
  if (sessionId === undefined || sessionId.length <= SHORT_SESSION_CHARACTERS) return sessionId ?? '';
  return `~${sessionId.slice(1 - SHORT_SESSION_CHARACTERS)}`;
}

function timeText(ns: number | undefined): string {
  return ns === undefined ? '' : formatOffset(ns);
}

const EMPTY: TimelineRow = {
  seq: '',
  time: '',
  sender: '',
  kind: '',
  method: '',
  id: '',
  session: '',
  size: '',
  latency: '',
  summary: '',
};
