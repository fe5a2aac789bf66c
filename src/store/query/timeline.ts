import type { Database } from '../schema/sqlite.js';
import type {
  Envelope,
  EventFields,
  EventName,
  Frame,
  OtherHalf,
  RecordedEvent,
  TimelineEntry,
} from '../../wire/frame.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { streamNamed, streamNumber } from '../schema/row-writer.js';

/** A frame of at most this size, in bytes, is listed whole; of a larger one only the head. */
export const LISTED_BYTES = 64 * 1024;
const LISTED_HEAD_BYTES = 4096;
const PAGE_ROWS = 256;

export interface TimelineRange {
  /** The first seq; default 0. */
  readonly from?: number;
  /** The last seq, included; default: all there are. */
  readonly to?: number;
}

interface FrameRow {
  readonly key: number;
  readonly stream: number;
  readonly terminated: number;
  readonly first_ns: number | null;
  readonly last_ns: number | null;
  readonly size: number;
  readonly head: Uint8Array;
  readonly kind: Envelope['kind'] | null;
  readonly method: string | null;
  readonly id: string | null;
  readonly session: string | null;
}

interface EventRow {
  readonly key: number;
  readonly at_ns: number | null;
  readonly name: EventName;
  readonly fields: string;
}

/** The frames and events of a recording in the order of seq, read a page at a time: no lock is held between pages. */
export function* timelineOf(db: Database, recording: number, range: TimelineRange = {}): Generator<TimelineEntry> {
  const end = keyOf(recording, 0) + Math.min((range.to ?? Infinity) + 1, 2 ** 32);
  const frames = db.prepare(`
    SELECT frame.key, stream, terminated, first_ns, last_ns, size, kind, method, id, session,
      CASE WHEN size <= ${LISTED_BYTES} THEN bytes ELSE substr(bytes, 1, ${LISTED_HEAD_BYTES}) END AS head
    FROM frame LEFT JOIN envelope ON envelope.key = frame.key
    WHERE frame.key >= ? AND frame.key < ? ORDER BY frame.key LIMIT ${PAGE_ROWS}`);
  const events = db.prepare('SELECT * FROM event WHERE key >= ? AND key < ? ORDER BY key');
  let from = keyOf(recording, range.from ?? 0);
  while (from < end) {
    const page = db.transaction(() => {
      const frameRows = frames.all(from, end) as FrameRow[];
      const pageEnd = frameRows.length < PAGE_ROWS ? end : (frameRows.at(-1)?.key ?? end) + 1;
      return { frameRows, eventRows: events.all(from, pageEnd) as EventRow[], pageEnd };
    })();
    yield* [...page.frameRows.map(frameEntry), ...page.eventRows.map(eventEntry)].sort((a, b) => a.seq - b.seq);
    from = page.pageEnd;
  }
}

/** All bytes of a frame, without the newline, in pieces. */
export function* frameBytes(db: Database, recording: number, frame: Frame): Generator<Uint8Array> {
  if (frame.sizeBytes <= LISTED_BYTES) {
    yield frame.head;
    return;
  }
  const row = db.prepare('SELECT parts_at FROM frame WHERE key = ?').get(keyOf(recording, frame.seq));
  const { parts_at: partsAt } = row as { parts_at: number | null };
  if (partsAt === null) {
    yield db.prepare('SELECT bytes FROM frame WHERE key = ?').pluck().get(keyOf(recording, frame.seq)) as Uint8Array;
    return;
  }
  const part = db
    .prepare('SELECT bytes FROM part WHERE recording = ? AND stream = ? AND line_at = ? AND n = ?')
    .pluck();
  for (let n = 0; ; n += 1) {
    const bytes = part.get(recording, streamNumber(frame.stream), partsAt, n) as Uint8Array | undefined;
    if (bytes === undefined) return;
    yield bytes;
  }
}

/**
 * The other half of an exchange: for a response the latest request before it with its id from the other party, for a
 * request the first response after it.
 */
export function pairOf(db: Database, recording: number, frame: Frame): OtherHalf | undefined {
  const { envelope, seq, stream } = frame;
  if (envelope?.id === undefined || stream === 'stderr') return undefined;
  if (envelope.kind !== 'request' && envelope.kind !== 'response') return undefined;
  const isRequest = envelope.kind === 'request';
  const [from, to] = isRequest ? [seq + 1, 2 ** 32] : [0, seq];
  const row = db
    .prepare(
      `SELECT frame.key, frame.last_ns, envelope.method FROM envelope JOIN frame ON frame.key = envelope.key
       WHERE envelope.id = ? AND envelope.key >= ? AND envelope.key < ? AND kind = ? AND stream = ?
       ORDER BY envelope.key ${isRequest ? 'ASC' : 'DESC'} LIMIT 1`,
    )
    .get(
      envelope.id,
      keyOf(recording, from),
      keyOf(recording, to),
      isRequest ? 'response' : 'request',
      streamNumber(stream === 'client' ? 'agent' : 'client'),
    ) as { key: number; last_ns: number | null; method: string | null } | undefined;
  return row && { seq: seqOf(row.key), lastNs: row.last_ns ?? undefined, method: row.method ?? undefined };
}

/** Reads the first bytes of frames, at most `most` of each; undefined where an entry is no frame. */
export function frameBeginnings(
  db: Database,
  recording: number,
  most: number,
): (seq: number) => Uint8Array | undefined {
  const head = db.prepare("SELECT coalesce(substr(bytes, 1, ?), x'') FROM frame WHERE key = ?").pluck();
  return (seq) => head.get(most, keyOf(recording, seq)) as Uint8Array | undefined;
}

/** Reads when entries happened, in ns since time zero: of a frame, when its last byte came. */
export function entryTimes(db: Database, recording: number): (seq: number) => number | undefined {
  const time = db
    .prepare('SELECT coalesce((SELECT last_ns FROM frame WHERE key = ?), (SELECT at_ns FROM event WHERE key = ?))')
    .pluck();
  return (seq) => {
    const key = keyOf(recording, seq);
    return (time.get(key, key) as number | null) ?? undefined;
  };
}

function frameEntry(row: FrameRow): Frame {
  return {
    type: 'frame',
    seq: seqOf(row.key),
    stream: streamNamed(row.stream),
    terminated: row.terminated === 1,
    firstNs: row.first_ns ?? undefined,
    lastNs: row.last_ns ?? undefined,
    sizeBytes: row.size,
    head: row.head,
    envelope: row.kind === null ? undefined : envelopeOfRow(row.kind, row),
  };
}

function envelopeOfRow(kind: Envelope['kind'], { method, id, session }: FrameRow): Envelope {
  return { kind, method: method ?? undefined, id: id ?? undefined, sessionId: session ?? undefined };
}

function eventEntry(row: EventRow): RecordedEvent {
  return {
    type: 'event',
    seq: seqOf(row.key),
    atNs: row.at_ns ?? undefined,
    name: row.name,
    fields: JSON.parse(row.fields) as EventFields,
  };
}
