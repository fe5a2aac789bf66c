import { createHash } from 'node:crypto';
import { STREAMS, type Stream } from '../wire/frame.js';

/** SHA-256 sums and byte counts of what was forwarded (`record --hash`), computed without the journal and the database. */
export class ForwardedSums {
  readonly #streams = STREAMS.map((stream) => ({ stream, hash: createHash('sha256'), bytes: 0 }));

  add(stream: Stream, chunk: Uint8Array): void {
    const sum = this.#streams[STREAMS.indexOf(stream)];
    if (sum === undefined) return;
    sum.hash.update(chunk);
    sum.bytes += chunk.length;
  }

  /** `{"client":{"bytes":...,"sha256":"..."},...}`; to be called once, at the end. */
  toJson(): string {
    const sums = this.#streams.map(({ stream, hash, bytes }) => [stream, { bytes, sha256: hash.digest('hex') }]);
    return JSON.stringify(Object.fromEntries(sums));
  }
}
