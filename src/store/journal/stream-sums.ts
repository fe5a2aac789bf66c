import { createHash, type Hash } from 'node:crypto';
import { STREAMS, type Stream } from '../../wire/frame.js';

/** A sum of the beginning of each stream is kept this often, in bytes, so that a difference can be placed. */
export const CHECKSUM_EVERY_BYTES = 64 * 1024;

/** The sum of a stream's first `bytes` bytes. */
export interface Checksum {
  readonly stream: Stream;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Sums up what each stream carried, from its first byte on. */
export class StreamSums {
  readonly #streams = new Map<Stream, StreamSum>(STREAMS.map((stream) => [stream, new StreamSum(stream)]));

  /** Adds the next bytes of a stream; returns the sums of the whole blocks that they complete. */
  add(stream: Stream, bytes: Uint8Array): readonly Checksum[] {
    return this.of(stream).add(bytes);
  }

  of(stream: Stream): StreamSum {
    const sum = this.#streams.get(stream);
    if (sum === undefined) throw new RangeError(`no stream is called ${stream}`);
    return sum;
  }
}

/** The sum of one stream. */
export class StreamSum {
  readonly #stream: Stream;
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The sum so far. */
  digest(): Buffer {
    return this.#hash.copy().digest();
  }

  add(bytes: Uint8Array): readonly Checksum[] {
    const completed: Checksum[] = [];
    let from = 0;
    for (;;) {
      const left = CHECKSUM_EVERY_BYTES - (this.#bytes % CHECKSUM_EVERY_BYTES);
      const piece = bytes.subarray(from, from + left);
      this.#hash.update(piece);
      this.#bytes += piece.length;
      from += piece.length;
      if (piece.length < left) return completed;
      completed.push({ stream: this.#stream, bytes: this.#bytes, sha256: this.digest() });
    }
  }
}
