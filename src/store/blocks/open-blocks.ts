import type { Database } from '../schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import { keyOf, recordingOf, seqOf } from '../schema/row-keys.js';
import { BlockColumns, type FrameRow } from './block-columns.js';
import { damagedIfThrown, inflatedBeginning, inflatedBytes, inflatedColumns } from './deflated.js';

/** The columns of the table `block`, without the deflated ones. */
interface BlockRow {
  /** The key of its last frame. */
  readonly key: number;
  readonly frames: number;
  readonly size: number;
  readonly columns_size: number;
}

/** The most frames of a block. */
export const MOST_FRAMES = 1024;

/** A block larger than this, in bytes, is not kept open. */
const KEPT_BLOCK_BYTES = 1024 * 1024;
/** The most bytes of all open blocks together, unless another limit is given. */
const KEPT_BYTES = 4 * 1024 * 1024;
/** The memory for the columns of a frame, in bytes. */
const COLUMN_BYTES = 72;

/** A frame in its block. */
export interface HeldFrame {
  readonly block: Block;
  readonly i: number;
}

/** A block: frames that are stored together in one row, deflated. */
export class Block {
  /** The key of its last frame. */
  readonly key: number;
  readonly #row: BlockRow;
  readonly #read: (column: 'columns' | 'bytes') => Uint8Array | undefined;
  #columns: BlockColumns | undefined;
  #bytes: Buffer | undefined;

  constructor(row: BlockRow, read: (column: 'columns' | 'bytes') => Uint8Array | undefined) {
    this.key = row.key;
    this.#row = row;
    this.#read = read;
  }

  /** Bytes of its frames. */
  get size(): number {
    return this.#row.size;
  }

  /** Its memory when it is open, in bytes. */
  get openBytes(): number {
    return this.#row.size + this.#row.frames * COLUMN_BYTES;
  }

  get count(): number {
    return this.columns.count;
  }

  /** @throws {TurntableError} `DATABASE_UNREADABLE` */
  get columns(): BlockColumns {
    return (this.#columns ??= damagedIfThrown(() => this.#readColumns()));
  }

  /** The bytes of all frames, one after the other. @throws {TurntableError} `DATABASE_UNREADABLE` */
  get bytes(): Buffer {
    return (this.#bytes ??= inflatedBytes(this.#deflated('bytes'), this.#row.size));
  }

  keyAt(i: number): number {
    return this.key - seqOf(this.key) + this.columns.seq(i);
  }

  /** Undefined if the frame is not in it. */
  heldAt(key: number): HeldFrame | undefined {
    if (key > this.key || recordingOf(key) !== recordingOf(this.key)) return undefined;
    const i = this.columns.countBelow(seqOf(key));
    return i < this.count && this.keyAt(i) === key ? { block: this, i } : undefined;
  }

  rowAt(i: number): FrameRow {
    return this.columns.row(i);
  }

  /** A view of the bytes that a row would hold. */
  bytesAt(i: number): Uint8Array {
    return this.bytes.subarray(...this.columns.held(i));
  }

  /** The beginning of a frame. A large one is not inflated completely. */
  beginningAt(i: number, most: number): Uint8Array {
    const [from, end] = this.columns.held(i);
    const isCheap = this.#bytes !== undefined || from > 0 || this.size <= KEPT_BLOCK_BYTES;
    const bytes = isCheap ? this.bytes : inflatedBeginning(this.#deflated('bytes'), this.size, most);
    return bytes.subarray(from, Math.min(end, from + most));
  }

  #readColumns(): BlockColumns {
    const { key, frames, size, columns_size: columnsSize } = this.#row;
    if (frames < 1 || frames > MOST_FRAMES) throw new RangeError(`${frames} frames`);
    const columns = new BlockColumns(inflatedColumns(this.#deflated('columns'), columnsSize), frames);
    if (columns.heldBytes !== size || columns.seq(frames - 1) !== seqOf(key)) {
      throw new RangeError('its columns are those of other frames');
    }
    return columns;
  }

  #deflated(column: 'columns' | 'bytes'): Uint8Array {
    const bytes = this.#read(column);
    if (bytes === undefined)
      throw new TurntableError('RECORDING_NOT_FOUND', 'the recording was removed in the meantime');
    return bytes;
  }
}

const opened = new WeakMap<Database, OpenBlocks>();

/** The blocks of a database. Recently used ones are kept open; that is safe, because a block never changes. */
export class OpenBlocks {
  readonly #mostBytes: number;
  readonly #next;
  readonly #last;
  readonly #read;
  /** The block that was used last is the last entry. */
  readonly #kept = new Map<number, Block>();
  #keptBytes = 0;
  #latest: Block | undefined;

  private constructor(db: Database, mostBytes = KEPT_BYTES) {
    this.#mostBytes = mostBytes;
    const among = 'SELECT key, frames, size, columns_size FROM block WHERE key >= ? AND key < ? ORDER BY key';
    this.#next = db.prepare(`${among} LIMIT 1`);
    this.#last = db.prepare(`${among} DESC LIMIT 1`);
    const reading = (column: string) => db.prepare(`SELECT ${column} FROM block WHERE key = ?`).pluck();
    this.#read = { columns: reading('columns'), bytes: reading('bytes') };
  }

  static of(db: Database): OpenBlocks {
    const known = opened.get(db);
    if (known !== undefined) return known;
    const made = new OpenBlocks(db);
    opened.set(db, made);
    return made;
  }

  /** The same, but each block is read from the database each time. */
  static unkept(db: Database): OpenBlocks {
    return new OpenBlocks(db, 0);
  }

  /**
   * The block with the first frame from key `from` on, if that frame is in a block; in a recording, blocks come before rows. It may begin
   * before `from`, and end after `end`.
   *
   * @param end the key after the last wanted one, of the same recording
   */
  next(from: number, end: number): Block | undefined {
    const row = this.#next.get(from, keyOf(recordingOf(from) + 1, 0)) as BlockRow | undefined;
    if (row === undefined) return undefined;
    const block = this.#open(row);
    this.#latest = block.size <= KEPT_BLOCK_BYTES ? block : undefined;
    const first = block.columns.countBelow(seqOf(from));
    return block.keyAt(first) < end ? block : undefined;
  }

  /** The frames of a recording that are in blocks, from the last to the first. */
  *backwards(recording: number): Generator<HeldFrame> {
    const first = keyOf(recording, 0);
    for (let end = keyOf(recording + 1, 0); ;) {
      const row = this.#last.get(first, end) as BlockRow | undefined;
      if (row === undefined) return;
      const block = this.#open(row);
      for (let i = block.count - 1; i >= 0; i -= 1) yield { block, i };
      end = block.key;
    }
  }

  /** The block that holds a frame, and the place in it. */
  at(key: number): HeldFrame | undefined {
    const again = this.#latest?.heldAt(key);
    if (again !== undefined) return again;
    return this.next(key, key + 1)?.heldAt(key);
  }

  #open(row: BlockRow): Block {
    const known = this.#kept.get(row.key);
    if (known !== undefined) {
      this.#kept.delete(row.key);
      this.#kept.set(row.key, known);
      return known;
    }
    const block = new Block(row, (column) => this.#read[column].get(row.key) as Uint8Array | undefined);
    if (row.size <= KEPT_BLOCK_BYTES) this.#keep(block);
    return block;
  }

  #keep(block: Block): void {
    this.#kept.set(block.key, block);
    this.#keptBytes += block.openBytes;
    for (const [key, oldest] of this.#kept) {
      if (this.#keptBytes <= this.#mostBytes) break;
      this.#kept.delete(key);
      this.#keptBytes -= oldest.openBytes;
    }
  }
}
