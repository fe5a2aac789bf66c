import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { livenessOf, ownIdentity } from '../journal/process-identity.js';
import type { Database } from '../schema/sqlite.js';
import { isRecordingId, journalFolder } from '../schema/locate.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { storedProcess } from '../schema/stored-json.js';
import { encodeColumns, type FrameRow } from './block-columns.js';
import { deflated, inflatedBytes } from './deflated.js';
import { ExchangeFinder } from './exchange-finder.js';
import { MOST_FRAMES, OpenBlocks } from './open-blocks.js';

export interface PackSizes {
  /** The usual size of a block in bytes: this much is read to show one frame of it. */
  readonly block: number;
  /** How much is packed in one transaction, in bytes of frames. The lock is then held for a few ms. */
  readonly step: number;
}

const SIZES: PackSizes = { block: 64 * 1024, step: 256 * 1024 };
/** How many rows are read at once to learn their sizes. */
const ROWS_PER_LOOK = 4 * MOST_FRAMES;
/** Rows that are deleted in one transaction. */
const ROWS_PER_STEP = 5000;

/** A frame to be packed: its rows and its bytes. */
interface Packing {
  readonly row: FrameRow;
  readonly bytes: Uint8Array;
}

interface NewBlock {
  readonly key: number;
  readonly from: number;
  readonly frames: readonly Packing[];
  readonly size: number;
  readonly columns: Buffer;
  readonly columnsSize: number;
  readonly bytes: Buffer;
}

/**
 * Makes recordings that have ended small, a short transaction at a time: moves their frames from rows into blocks, and deflates
 * the parts of long lines. Each block is read back and compared with the rows before they go, in the same transaction: a
 * process that is killed leaves a recording of which a part is small, and the next one goes on. Several may be at it.
 *
 * A step may throw SQLite's errors; after SQLITE_BUSY it can be made again.
 */
export class Packer {
  readonly #db: Database;
  readonly #most: PackSizes;
  readonly #self = ownIdentity();
  /** Reads blocks from the database each time, even if they were just written. */
  readonly #written: OpenBlocks;
  readonly #sizes;
  readonly #state;
  readonly #claimant;
  readonly #setClaimant;
  readonly #forgetPosition;
  readonly #rows;
  readonly #count;
  readonly #insert;
  readonly #deleteFrames;
  readonly #deleteEnvelopes;
  readonly #nextPart;
  readonly #partBytes;
  readonly #setPart;

  constructor(db: Database, sizes = SIZES) {
    this.#db = db;
    this.#most = sizes;
    this.#written = OpenBlocks.unkept(db);
    this.#state = db.prepare('SELECT id, state, ingest FROM recording WHERE number = ?');
    this.#claimant = db.prepare('SELECT ingester FROM recording WHERE number = ?').pluck();
    this.#setClaimant = db.prepare('UPDATE recording SET ingester = ? WHERE number = ?');
    this.#forgetPosition = db.prepare('UPDATE recording SET ingest = NULL WHERE number = ? AND ingest IS NOT NULL');
    this.#sizes = db.prepare(
      `SELECT key, length(bytes) AS size FROM frame WHERE key >= ? AND key < ? ORDER BY key LIMIT ${ROWS_PER_LOOK}`,
    );
    this.#rows = db
      .prepare(
        `SELECT frame.key & 0xffffffff, stream, terminated, first_ns, last_ns, size, parts_at, kind, method, id, session,
         update_kind, tool_call, bytes
       FROM frame LEFT JOIN envelope ON envelope.key = frame.key
       WHERE frame.key >= ? AND frame.key <= ? ORDER BY frame.key`,
      )
      .raw();
    this.#count = db.prepare('SELECT count(*) FROM frame WHERE key >= ? AND key <= ?').pluck();
    this.#insert = db.prepare('INSERT INTO block VALUES (?, ?, ?, ?, ?, ?)');
    this.#deleteFrames = db.prepare('DELETE FROM frame WHERE key >= ? AND key <= ?');
    this.#deleteEnvelopes = db.prepare(
      `DELETE FROM envelope WHERE key IN
         (SELECT key FROM envelope WHERE key >= ? AND key < ? ORDER BY key LIMIT ${ROWS_PER_STEP})`,
    );
    this.#nextPart = db.prepare(
      `SELECT rowid, bytes FROM part WHERE recording = ? AND size IS NULL ORDER BY stream, line_at, n LIMIT 1`,
    );
    this.#partBytes = db.prepare('SELECT bytes FROM part WHERE rowid = ? AND size IS NULL').pluck();
    this.#setPart = db.prepare('UPDATE part SET bytes = ?, size = ? WHERE rowid = ?');
  }

  /** Claims a recording for this process; false if another running process has it. */
  claim(recording: number): boolean {
    return this.#db
      .transaction(() => {
        const owner = storedProcess((this.#claimant.get(recording) as string | null | undefined) ?? null);
        if (owner !== undefined && livenessOf(owner, Date.now()) === 'alive') return false;
        this.#setClaimant.run(JSON.stringify(this.#self), recording);
        return true;
      })
      .immediate();
  }

  release(recording: number): void {
    this.#setClaimant.run(null, recording);
  }

  /**
   * Packs a part of a recording.
   *
   * @returns false if everything is packed, or if the recording may still grow
   * @throws {RangeError} if a row cannot be stored in a block; it stays a row
   */
  step(recording: number): boolean {
    if (!this.#hasEnded(recording)) return false;
    return this.#packFrames(recording) || this.#deflatePart(recording) || this.#dropEnvelopes(recording);
  }

  /** The recordings that can be packed, the latest first. */
  *unpacked(): Generator<number> {
    const numbers = this.#db.prepare('SELECT number FROM recording ORDER BY number DESC').pluck().all() as number[];
    const rows = this.#db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM envelope WHERE key >= @from AND key < @end)
           OR EXISTS (SELECT 1 FROM frame WHERE key >= @from AND key < @end)
           OR EXISTS (SELECT 1 FROM part WHERE recording = @number AND size IS NULL)`,
      )
      .pluck();
    for (const number of numbers) {
      const [from, end] = bounds(number);
      if (rows.get({ number, from, end }) === 1 && this.#hasEnded(number)) yield number;
    }
  }

  /** Whether nothing more can come, and nothing can be taken back. */
  #hasEnded(recording: number): boolean {
    const row = this.#state.get(recording) as { id: string; state: string; ingest: string | null } | undefined;
    if (row === undefined || row.state === 'live') return false;
    // if the tap was killed, its journal may hold more while it exists
    return row.ingest === null || (isRecordingId(row.id) && !existsSync(join(journalFolder(this.#db.name), row.id)));
  }

  #packFrames(recording: number): boolean {
    const blocks = this.#nextBlocks(recording);
    if (blocks.length === 0) return false;
    this.#db
      .transaction(() => {
        // the recording may have been removed, or packed by another process, since its rows were read
        if (!this.#hasEnded(recording)) return;
        this.#forgetPosition.run(recording);
        for (const block of blocks) this.#replaceRows(block);
      })
      .immediate();
    return true;
  }

  /** Reads and deflates frames. This takes long, so it is done without the write lock. */
  #nextBlocks(recording: number): NewBlock[] {
    return this.#db.transaction(() => {
      const [from, end] = bounds(recording);
      const sizes = this.#sizes.all(from, end) as { key: number; size: number }[];
      const blocks: NewBlock[] = [];
      let packed = 0;
      for (const { first, last } of blockRanges(sizes, this.#most.block)) {
        if (packed >= this.#most.step) break;
        const block = this.#blockOf(first, last);
        packed += block.size;
        blocks.push(block);
      }
      return blocks;
    })();
  }

  #blockOf(from: number, key: number): NewBlock {
    const finder = ExchangeFinder.of(this.#db);
    const frames = this.#framesIn(from, key).map(({ row, bytes }): Packing => {
      const { stream, kind, id } = row;
      const other = finder.otherOf({ key: key - seqOf(key) + row.seq, stream, kind, id });
      return { row: { ...row, other: other === undefined ? null : seqOf(other) }, bytes };
    });
    const columns = encodeColumns(frames.map(({ row }) => row));
    const bytes = Buffer.concat(frames.map((frame) => frame.bytes));
    return {
      key,
      from,
      frames,
      size: bytes.length,
      columns: deflated(columns),
      columnsSize: columns.length,
      bytes: deflated(bytes),
    };
  }

  #framesIn(from: number, last: number): Packing[] {
    return (this.#rows.all(from, last) as RawFrame[]).map(packingOf);
  }

  #replaceRows({ key, from, frames, size, columns, columnsSize, bytes }: NewBlock): void {
    // packed by another process meanwhile
    if (this.#count.get(from, key) !== frames.length) return;
    this.#insert.run(key, frames.length, size, columnsSize, columns, bytes);
    const block = this.#written.next(from, key + 1);
    if (block?.key !== key || block.count !== frames.length) throw new RangeError(`block ${key} reads back otherwise`);
    for (const [i, { row, bytes: expected }] of frames.entries()) {
      if (isSame(block.rowAt(i), row) && Buffer.compare(block.bytesAt(i), expected) === 0) continue;
      throw new RangeError(`frame ${row.seq} reads back otherwise`);
    }
    this.#deleteFrames.run(from, key);
  }

  #deflatePart(recording: number): boolean {
    const part = this.#nextPart.get(recording) as { rowid: number; bytes: Uint8Array } | undefined;
    if (part === undefined) return false;
    const small = deflated(part.bytes);
    this.#db
      .transaction(() => {
        const bytes = this.#partBytes.get(part.rowid) as Uint8Array | undefined;
        if (bytes === undefined || !this.#hasEnded(recording)) return;
        if (Buffer.compare(inflatedBytes(small, bytes.length), bytes) !== 0) {
          throw new RangeError('a part of a line reads back otherwise');
        }
        this.#setPart.run(small, bytes.length, part.rowid);
      })
      .immediate();
    return true;
  }

  /** Deletes rows of `envelope`. They are kept until all frames are in blocks, because exchanges are found by them. */
  #dropEnvelopes(recording: number): boolean {
    return this.#deleteEnvelopes.run(...bounds(recording)).changes > 0;
  }
}

/** A row of frame and its row of envelope. */
type RawFrame = readonly [
  seq: number,
  stream: number,
  terminated: number,
  firstNs: number | null,
  lastNs: number | null,
  size: number,
  partsAt: number | null,
  kind: FrameRow['kind'],
  method: string | null,
  id: string | null,
  session: string | null,
  updateKind: string | null,
  toolCall: string | null,
  bytes: Uint8Array,
];

function packingOf(raw: RawFrame): Packing {
  const [seq, stream, terminated, firstNs, lastNs, size, partsAt, kind, method, id, session, ...rest] = raw;
  const [updateKind, toolCall, bytes] = rest;
  const frame = { seq, stream, terminated, firstNs, lastNs, size, partsAt, held: bytes.length };
  return { row: { ...frame, kind, method, id, session, updateKind, toolCall, other: null }, bytes };
}

function isSame(a: FrameRow, b: FrameRow): boolean {
  return (Object.keys(a) as (keyof FrameRow)[]).every((name) => a[name] === b[name]);
}

function bounds(recording: number): readonly [from: number, end: number] {
  return [keyOf(recording, 0), keyOf(recording + 1, 0)];
}

/** Divides frames into blocks. A block is at most `most` bytes, unless it is a single frame. */
function* blockRanges(
  frames: readonly { readonly key: number; readonly size: number }[],
  most: number,
): Generator<{ readonly first: number; readonly last: number }> {
  if (frames.length === 0) return;
  let [first, last, bytes, count] = [NaN, NaN, 0, 0];
  for (const { key, size } of frames) {
    if (count > 0 && (bytes + size > most || count === MOST_FRAMES)) {
      yield { first, last };
      count = 0;
    }
    if (count === 0) [first, bytes] = [key, 0];
    last = key;
    bytes += size;
    count += 1;
  }
  // further frames may fit into the last block
  if (frames.length < ROWS_PER_LOOK || count === MOST_FRAMES) yield { first, last };
}
