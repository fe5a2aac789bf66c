import type { Database } from '../schema/sqlite.js';
import type { ObservedEntry, ObservedFrame } from '../../model/observer.js';
import type { EventName } from '../../wire/frame.js';
import { joinBytes } from '../../wire/line-splitter.js';
import { DECODED_BYTES_LIMIT } from '../../wire/message.js';
import type { FrameRow } from '../blocks/block-columns.js';
import { OpenBlocks, type Block } from '../blocks/open-blocks.js';
import { partsOf } from '../blocks/parts.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { storedFields } from '../schema/stored-json.js';
import { streamNamed } from '../schema/row-writer.js';

const PAGE_ROWS = 512;
/** A page ends when it holds more bytes of frames than this. */
const PAGE_BYTES = 8 * 1024 * 1024;
const STDERR = 2;

interface Row extends Pick<FrameRow, 'seq' | 'stream' | 'terminated' | 'lastNs' | 'size' | 'partsAt'> {
  readonly bytes: Uint8Array;
}

/**
 * The whole frames of client and agent, and the events, in the order of seq. They are read page by page, so that no lock is held in
 * between.
 *
 * @param from the first seq
 * @param to the last seq, included
 */
export function* observedEntries(db: Database, recording: number, from = 0, to = Infinity): Generator<ObservedEntry> {
  const end = Math.min(keyOf(recording, 0) + to + 1, keyOf(recording + 1, 0));
  const blocks = OpenBlocks.of(db);
  const sizes = db.prepare(`SELECT key, size FROM frame WHERE key >= ? AND key < ? ORDER BY key LIMIT ${PAGE_ROWS}`);
  const frames = db.prepare(
    `SELECT key & 0xffffffff AS seq, stream, terminated, last_ns AS lastNs, size, parts_at AS partsAt, bytes FROM frame
     WHERE key >= ? AND key < ? AND stream <> ${STDERR} ORDER BY key`,
  );
  const events = db.prepare('SELECT key, at_ns, name, fields FROM event WHERE key >= ? AND key < ? ORDER BY key');
  let at = keyOf(recording, from);
  while (at < end) {
    const page = db.transaction(() => {
      const block = blocks.next(at, end);
      const pageEnd =
        block === undefined
          ? endOfPage(sizes.all(at, end) as { key: number; size: number }[], end)
          : Math.min(end, block.key + 1);
      const found = block === undefined ? (frames.all(at, pageEnd) as Row[]) : rowsOfBlock(block, at, pageEnd);
      const rows = found.map((row) => frameEntry(db, recording, row));
      const happened = (events.all(at, pageEnd) as EventRow[]).map(eventEntry);
      return { entries: happened.length === 0 ? rows : merged(rows, happened), pageEnd };
    })();
    yield* page.entries;
    at = page.pageEnd;
  }
}

function rowsOfBlock(block: Block, from: number, end: number): Row[] {
  const rows: Row[] = [];
  const { columns } = block;
  for (let i = columns.countBelow(seqOf(from)); i < columns.count && block.keyAt(i) < end; i += 1) {
    if (columns.stream(i) === STDERR) continue;
    rows.push({
      seq: columns.seq(i),
      stream: columns.stream(i),
      terminated: columns.terminated(i),
      lastNs: columns.lastNs(i),
      size: columns.size(i),
      partsAt: columns.partsAt(i),
      bytes: block.bytesAt(i),
    });
  }
  return rows;
}

/** Where a page ends: before it grows too large, and at the latest after its most rows. */
function endOfPage(rows: readonly { key: number; size: number }[], end: number): number {
  let bytes = 0;
  for (const { key, size } of rows) {
    bytes += Math.min(size, DECODED_BYTES_LIMIT);
    if (bytes > PAGE_BYTES) return key + 1;
  }
  return rows.length < PAGE_ROWS ? end : (rows.at(-1)?.key ?? end) + 1;
}

function merged(frames: readonly ObservedEntry[], events: readonly ObservedEntry[]): ObservedEntry[] {
  return [...frames, ...events].sort((a, b) => seqOfEntry(a) - seqOfEntry(b));
}

/** Its place on the timeline. */
export function seqOfEntry(entry: ObservedEntry): number {
  return entry.type === 'frame' ? entry.frame.seq : entry.event.seq;
}

function frameEntry(db: Database, recording: number, row: Row): ObservedEntry {
  const frame: ObservedFrame = {
    seq: row.seq,
    sender: streamNamed(row.stream) === 'client' ? 'client' : 'agent',
    bytes: row.partsAt === null ? row.bytes : joinedParts(db, recording, { ...row, lineAt: row.partsAt }),
    sizeBytes: row.size,
    terminated: row.terminated === 1,
    atNs: row.terminated === 1 ? (row.lastNs ?? undefined) : endedNs(db, recording, row),
  };
  return { type: 'frame', frame };
}

/** When a line without a newline was complete: at the end of its stream, which the next event shows. */
function endedNs(db: Database, recording: number, { seq, lastNs }: Row): number | undefined {
  const next = db
    .prepare('SELECT at_ns FROM event WHERE key > ? AND key < ? ORDER BY key LIMIT 1')
    .pluck()
    .get(keyOf(recording, seq), keyOf(recording + 1, 0));
  const nextNs = typeof next === 'number' ? next : undefined;
  return lastNs === null ? nextNs : Math.max(lastNs, nextNs ?? 0);
}

/** Undefined if the line is too long to be decoded; such a line is never held completely. */
function joinedParts(
  db: Database,
  recording: number,
  { stream, lineAt, size }: { stream: number; lineAt: number; size: number },
): Uint8Array | undefined {
  if (size > DECODED_BYTES_LIMIT) return undefined;
  return joinBytes([...partsOf(db, { recording, stream, lineAt, size })]);
}

interface EventRow {
  readonly key: number;
  readonly at_ns: number | null;
  readonly name: EventName;
  readonly fields: string;
}

function eventEntry({ key, at_ns, name, fields }: EventRow): ObservedEntry {
  const event = { seq: seqOf(key), name, fields: storedFields(fields), atNs: at_ns ?? undefined };
  return { type: 'event', event };
}
