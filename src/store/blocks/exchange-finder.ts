import type { Database } from '../schema/sqlite.js';
import type { FrameKind } from './block-columns.js';
import { OpenBlocks } from './open-blocks.js';
import { keyOf, recordingOf } from '../schema/row-keys.js';
import { streamNumber } from '../schema/row-writer.js';

/** The facts about a frame that are needed to find the other half of its exchange. */
export interface HalfExchange {
  readonly key: number;
  readonly stream: number;
  readonly kind: FrameKind | null;
  readonly id: string | null;
}

/** Where to search: among frames of a kind, from one key up to another. */
interface Range {
  readonly kind: 'request' | 'response';
  readonly from: number;
  readonly end: number;
}

/** The key of the other half of an exchange. For a frame in a block, it was stored; otherwise {@link ExchangeFinder} finds it. */
export function otherKeyOf(db: Database, half: HalfExchange): number | undefined {
  const there = OpenBlocks.of(db).at(half.key);
  if (there === undefined) return ExchangeFinder.of(db).otherOf(half);
  const seq = there.block.columns.other(there.i);
  return seq === null ? undefined : keyOf(recordingOf(half.key), seq);
}

const finders = new WeakMap<Database, ExchangeFinder>();

/** Finds the other half of exchanges by their ids, for frames that are still in rows. */
export class ExchangeFinder {
  readonly #blocks: OpenBlocks;
  readonly #before;
  readonly #after;

  private constructor(db: Database) {
    this.#blocks = OpenBlocks.of(db);
    // a frame that is in a block already has no row with its stream
    const found = (order: string) => `
      SELECT envelope.key, stream FROM envelope LEFT JOIN frame ON frame.key = envelope.key
      WHERE id = ? AND envelope.key >= ? AND envelope.key < ? AND kind = ? AND ifnull(stream, ?) = ?
      ORDER BY envelope.key ${order} LIMIT 1`;
    this.#before = db.prepare(found('DESC'));
    this.#after = db.prepare(found('ASC'));
  }

  static of(db: Database): ExchangeFinder {
    const known = finders.get(db);
    if (known !== undefined) return known;
    const made = new ExchangeFinder(db);
    finders.set(db, made);
    return made;
  }

  /**
   * The key of the other half: for a response the latest request before it with its id from the other party, for a request
   * the first response after it, before its id is used again.
   */
  otherOf({ key, stream, kind, id }: HalfExchange): number | undefined {
    if (id === null) return undefined;
    const recording = recordingOf(key);
    if (kind === 'response')
      return this.#last(id, otherNumber(stream), { kind: 'request', from: keyOf(recording, 0), end: key });
    if (kind !== 'request') return undefined;
    const behind = { from: key + 1, end: keyOf(recording + 1, 0) };
    const response = this.#first(id, otherNumber(stream), { kind: 'response', ...behind });
    if (response === undefined) return undefined;
    const again = this.#first(id, stream, { kind: 'request', from: key + 1, end: response });
    return again === undefined ? response : undefined;
  }

  #first(id: string, stream: number, { kind, from, end }: Range): number | undefined {
    for (let at = from; ;) {
      const found = this.#after.get(id, at, end, kind, stream, stream) as Candidate | undefined;
      if (found === undefined || this.#isOf(found, stream)) return found?.key;
      at = found.key + 1;
    }
  }

  #last(id: string, stream: number, { kind, from, end }: Range): number | undefined {
    for (let at = end; ;) {
      const found = this.#before.get(id, from, at, kind, stream, stream) as Candidate | undefined;
      if (found === undefined || this.#isOf(found, stream)) return found?.key;
      at = found.key;
    }
  }

  #isOf({ key, stream }: Candidate, wanted: number): boolean {
    if (stream !== null) return true;
    const there = this.#blocks.at(key);
    return there?.block.columns.stream(there.i) === wanted;
  }
}

interface Candidate {
  readonly key: number;
  readonly stream: number | null;
}

function otherNumber(stream: number): number {
  return streamNumber(stream === streamNumber('client') ? 'agent' : 'client');
}
