import { memberPointer } from '../../replay/engine/json-places.js';
import type { JsonPath } from '../../wire/json/json-index.js';

/** A path as a JSON pointer (RFC 6901); empty for the whole. */
export function jsonPointer(path: JsonPath): string {
  return path.reduce<string>((pointer, key) => memberPointer(pointer, key), '');
}
