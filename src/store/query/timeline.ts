import type { Database } from '../schema/sqlite.js';
import type { Envelope, EventName, Frame, OtherHalf, RecordedEvent, TimelineEntry } from '../../wire/frame.js';
import { joinBytes } from '../../wire/line-splitter.js';
import type { FrameRow } from '../blocks/block-columns.js';
import { otherKeyOf } from '../blocks/exchange-finder.js';
import { OpenBlocks, type Block } from '../blocks/open-blocks.js';
import { partsOf } from '../blocks/parts.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { streamNamed, streamNumber } from '../schema/row-writer.js';
import { storedFields } from '../schema/stored-json.js';

/** Frames of at most this size, in bytes, are listed completely; larger ones only with their head. */
export const LISTED_BYTES = 64 * 1024;
const LISTED_HEAD_BYTES = 4096;
const PAGE_ROWS = 256;

export interface TimelineRange {
  /** The first seq; default 0. */
  readonly from?: number;
  /** The last seq, included; default: all there are. */
  readonly to?: number;
}

/** The columns that a list shows of a frame, except its bytes. */
type Listed = Omit<FrameRow, 'partsAt' | 'held' | 'updateKind' | 'toolCall' | 'other'>;

interface EventRow {
  readonly key: number;
  readonly at_ns: number | null;
  readonly name: EventName;
  readonly fields: string;
}

/** The frames and events of a recording in the order of seq, read a page at a time: no lock is held between pages. */
export function* timelineOf(db: Database, recording: number, range: TimelineRange = {}): Generator<TimelineEntry> {
  const end = keyOf(recording, 0) + Math.min((range.to ?? Infinity) + 1, 2 ** 32);
  const blocks = OpenBlocks.of(db);
  const frames = db.prepare(`
    SELECT frame.key & 0xffffffff AS seq, stream, terminated, first_ns AS firstNs, last_ns AS lastNs, size,
      kind, method, id, session,
      CASE WHEN size <= ${LISTED_BYTES} THEN bytes ELSE substr(bytes, 1, ${LISTED_HEAD_BYTES}) END AS head
    FROM frame LEFT JOIN envelope ON envelope.key = frame.key
    WHERE frame.key >= ? AND frame.key < ? ORDER BY frame.key LIMIT ${PAGE_ROWS}`);
  const events = db.prepare('SELECT * FROM event WHERE key >= ? AND key < ? ORDER BY key');
  const rowsFrom = (from: number): Page => {
    const rows = frames.all(from, end) as (Listed & { readonly head: Uint8Array })[];
    const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
    return {
      frames: rows.map((row) => frameEntry(row, row.head)),
      end: last === undefined ? end : keyOf(recording, last.seq) + 1,
    };
  };
  let from = keyOf(recording, range.from ?? 0);
  while (from < end) {
    const page = db.transaction(() => {
      const block = blocks.next(from, end);
      const { frames, end: pageEnd } = block === undefined ? rowsFrom(from) : pageOfBlock(block, from, end);
      return { frames, happened: (events.all(from, pageEnd) as EventRow[]).map(eventEntry), end: pageEnd };
    })();
    yield* [...page.frames, ...page.happened].sort((a, b) => a.seq - b.seq);
    from = page.end;
  }
}

interface Page {
  readonly frames: readonly Frame[];
  /** The key after the last one that it stands for. */
  readonly end: number;
}

function pageOfBlock(block: Block, from: number, end: number): Page {
  const frames: Frame[] = [];
  const { columns } = block;
  for (let i = columns.countBelow(seqOf(from)); i < columns.count && block.keyAt(i) < end; i += 1) {
    const row = columns.row(i);
    const head = row.size <= LISTED_BYTES ? block.bytesAt(i) : block.beginningAt(i, LISTED_HEAD_BYTES);
    frames.push(frameEntry(row, head));
  }
  return { frames, end: Math.min(end, block.key + 1) };
}

/** All bytes of a frame, without the newline, in pieces. */
export function* frameBytes(db: Database, recording: number, frame: Frame): Generator<Uint8Array> {
  if (frame.sizeBytes <= LISTED_BYTES) {
    yield frame.head;
    return;
  }
  const key = keyOf(recording, frame.seq);
  const held = heldAt(db, key);
  if (held === undefined) return;
  if (held.partsAt === null) yield held.bytes();
  else
    yield* partsOf(db, { recording, stream: streamNumber(frame.stream), lineAt: held.partsAt, size: frame.sizeBytes });
}

/** All bytes of a frame, without the newline. */
export function wholeFrame(db: Database, recording: number, frame: Frame): Uint8Array {
  return joinBytes([...frameBytes(db, recording, frame)]);
}

/** The bytes that a row or a block holds of a frame; undefined if the frame was removed. */
function heldAt(
  db: Database,
  key: number,
): { readonly partsAt: number | null; readonly bytes: () => Uint8Array } | undefined {
  const row = db.prepare('SELECT parts_at AS partsAt, bytes FROM frame WHERE key = ?').get(key) as
    { partsAt: number | null; bytes: Uint8Array } | undefined;
  if (row !== undefined) return { partsAt: row.partsAt, bytes: () => row.bytes };
  const there = OpenBlocks.of(db).at(key);
  return there && { partsAt: there.block.columns.partsAt(there.i), bytes: () => there.block.bytesAt(there.i) };
}

/**
 * The other half of an exchange: for a response the latest request before it with its id from the other party, for a
 * request the first response after it, before its id is used again.
 */
export function pairOf(db: Database, recording: number, frame: Frame): OtherHalf | undefined {
  const { envelope, seq, stream } = frame;
  if (envelope?.id === undefined || stream === 'stderr') return undefined;
  const key = keyOf(recording, seq);
  const { kind, id } = envelope;
  return db.transaction(() => {
    const other = otherKeyOf(db, { key, stream: streamNumber(stream), kind, id });
    return other === undefined ? undefined : otherHalfAt(db, other);
  })();
}

function otherHalfAt(db: Database, key: number): OtherHalf | undefined {
  const row = db
    .prepare(
      'SELECT last_ns AS lastNs, method FROM frame LEFT JOIN envelope ON envelope.key = frame.key WHERE frame.key = ?',
    )
    .get(key) as { lastNs: number | null; method: string | null } | undefined;
  const there = row === undefined ? OpenBlocks.of(db).at(key) : undefined;
  const half = row ?? there?.block.rowAt(there.i);
  return half && { seq: seqOf(key), lastNs: half.lastNs ?? undefined, method: half.method ?? undefined };
}

/** Reads the first bytes of frames, at most `most` of each; undefined if an entry is not a frame. */
export function frameBeginnings(
  db: Database,
  recording: number,
  most: number,
): (seq: number) => Uint8Array | undefined {
  const head = db.prepare("SELECT coalesce(substr(bytes, 1, ?), x'') FROM frame WHERE key = ?").pluck();
  const blocks = OpenBlocks.of(db);
  return (seq) => {
    const key = keyOf(recording, seq);
    const row = head.get(most, key) as Uint8Array | undefined;
    const there = row === undefined ? blocks.at(key) : undefined;
    return there === undefined ? row : there.block.beginningAt(there.i, most);
  };
}

/** Reads the times of entries, in ns since time zero; for a frame, the time of its last byte. */
export function entryTimes(db: Database, recording: number): (seq: number) => number | undefined {
  const time = db
    .prepare('SELECT coalesce((SELECT last_ns FROM frame WHERE key = ?), (SELECT at_ns FROM event WHERE key = ?))')
    .pluck();
  const blocks = OpenBlocks.of(db);
  return (seq) => {
    const key = keyOf(recording, seq);
    const row = time.get(key, key) as number | null;
    const there = row === null ? blocks.at(key) : undefined;
    return (there === undefined ? row : there.block.columns.lastNs(there.i)) ?? undefined;
  };
}

function frameEntry(row: Listed, head: Uint8Array): Frame {
  return {
    type: 'frame',
    seq: row.seq,
    stream: streamNamed(row.stream),
    terminated: row.terminated === 1,
    firstNs: row.firstNs ?? undefined,
    lastNs: row.lastNs ?? undefined,
    sizeBytes: row.size,
    head,
    envelope: row.kind === null ? undefined : envelopeOfRow(row.kind, row),
  };
}

function envelopeOfRow(kind: Envelope['kind'], { method, id, session }: Listed): Envelope {
  return { kind, method: method ?? undefined, id: id ?? undefined, sessionId: session ?? undefined };
}

function eventEntry(row: EventRow): RecordedEvent {
  return {
    type: 'event',
    seq: seqOf(row.key),
    atNs: row.at_ns ?? undefined,
    name: row.name,
    fields: storedFields(row.fields),
  };
}
