import type { JsonValue } from '../wire/json-text.js';
import { HASH_START, hashText } from './prompt-digest.js';

/** A hash of a JSON value, to tell later whether it was said again; the order of members does not matter. Null is none. */
export function valueHash(value: JsonValue | undefined): number | undefined {
  return value === undefined || value === null ? undefined : hashOf(value);
}

function hashOf(value: JsonValue): number {
  if (typeof value === 'string') return hashText(value, hashText('"', HASH_START));
  if (typeof value !== 'object' || value === null) return hashText(String(value), HASH_START);
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.reduce<number>((hash, item) => mixed(hash, hashOf(item)), hashText('[', HASH_START));
  }
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  const sum = members.reduce((hash, [name, member]) => hash + mixed(hashText(name, HASH_START), hashOf(member)), 0);
  return mixed(hashText('{', HASH_START), sum >>> 0);
}

function mixed(a: number, b: number): number {
  return Math.imul(Math.imul(a, 31) ^ b, 0x01000193) >>> 0;
}
