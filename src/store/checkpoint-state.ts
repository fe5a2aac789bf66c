import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection } from '../model/connection.js';

/** A state as bytes. Maps, sets and what is referred to twice stay what they are. */
export function serializeState(connection: Connection): Buffer {
  return deflateRawSync(serialize(connection), { level: 1 });
}

/** Undefined where another Node wrote it in a form that this one cannot read. */
export function deserializeState(bytes: Buffer): Connection | undefined {
  try {
    return deserialize(inflateRawSync(bytes)) as Connection;
  } catch {
    return undefined;
  }
}
