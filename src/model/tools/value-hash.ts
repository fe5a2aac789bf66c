import type { JsonValue } from '../../wire/json-text.js';
import { HASH_START, hashText } from '../turns/prompt-digest.js';

/** Deeper levels are ignored, because values come from the wire. */
const DEEPEST = 100;

/** A hash of a JSON value, to recognize the value later; the order of members does not matter. Undefined for null. */
export function valueHash(value: JsonValue | undefined): number | undefined {
  return value === undefined || value === null ? undefined : hashOf(value, 0);
}

function hashOf(value: JsonValue, depth: number): number {
  if (typeof value === 'string') return hashText(value, hashText('"', HASH_START));
  if (typeof value !== 'object' || value === null) return hashText(String(value), HASH_START);
  if (depth > DEEPEST) return HASH_START;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.reduce<number>((hash, item) => mixed(hash, hashOf(item, depth + 1)), hashText('[', HASH_START));
  }
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  let sum = 0;
  for (const [name, member] of members) {
    sum = (sum + mixed(hashText(name, HASH_START), hashOf(member, depth + 1))) >>> 0;
  }
  return mixed(hashText('{', HASH_START), sum);
}

function mixed(a: number, b: number): number {
  return Math.imul(Math.imul(a, 31) ^ b, 0x01000193) >>> 0;
}
