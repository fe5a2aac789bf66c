import type { Writable } from 'node:stream';

/** Bytes written to a stream that the system has not taken yet; exact even if it has taken a part of a write. */
export function pendingBytes(stream: Writable): number {
  if (stream.destroyed) return 0;
  const { _handle: handle, writableBuffer: buffer } = stream as Writable & {
    readonly _handle?: { readonly writeQueueSize?: number } | null;
    readonly writableBuffer?: readonly { readonly chunk: Uint8Array }[];
  };
  if (handle?.writeQueueSize === undefined || buffer === undefined) return stream.writableLength;
  return buffer.reduce((sum, { chunk }) => sum + chunk.length, handle.writeQueueSize);
}

/** Calls back when everything that was written so far has been taken, or the reader is gone. */
export function whenFlushed(stream: Writable, done: () => void): void {
  if (stream.destroyed || stream.writableLength === 0) done();
  else stream.write('', done);
}
