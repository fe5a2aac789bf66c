import type { SchemaDocument, SchemaJson } from '../../../src/acp/schema/sdk-schema.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/wire/json-text.js';

/** A source of numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes values that a schema allows, nearly always; it reads the schema by itself, and not as the compiler does. */
export class SampleMaker {
  readonly #document: SchemaDocument;
  readonly #random: () => number;

  constructor(document: SchemaDocument, random: () => number) {
    this.#document = document;
    this.#random = random;
  }

  /** A value of a definition. */
  ofDefinition(name: string): JsonValue {
    return this.#value({ $ref: `#/$defs/${name}` }, 0);
  }

  #value(schema: SchemaJson, depth: number): JsonValue {
    const merged = this.#merged(schema);
    if ('const' in merged) return merged['const'];
    const { type } = merged;
    const chosen = Array.isArray(type) ? this.#pick(type as string[]) : type;
    switch (chosen ?? (isJsonObject(merged['properties']) ? 'object' : undefined)) {
      case 'object':
        return this.#object(merged, depth);
      case 'array': {
        const least = Number(merged['minItems'] ?? 0);
        const length = depth > 5 ? least : least + Math.floor(this.#random() * 3);
        return Array.from({ length }, () => this.#value((merged['items'] ?? true) as SchemaJson, depth + 1));
      }
      case 'string':
        return this.#pick(['/a/b', 'x', 'https://example.org/', 'YWJj', '_own', 'end_turn', 'text']);
      case 'integer':
        return Math.max(Number(merged['minimum'] ?? -5), Math.floor(this.#random() * 10));
      case 'number':
        return this.#random();
      case 'boolean':
        return this.#random() < 0.5;
      case 'null':
        return null;
      default:
        return this.#pick<JsonValue>([1, 'free', { free: true }, [null]]);
    }
  }

  #object(merged: JsonObject, depth: number): JsonObject {
    const required = new Set((merged['required'] ?? []) as readonly string[]);
    const members: Record<string, JsonValue> = {};
    for (const [name, schema] of Object.entries((merged['properties'] ?? {}) as JsonObject)) {
      if (!required.has(name) && (depth > 5 || this.#random() < 0.6)) continue;
      members[name] = this.#value(schema as SchemaJson, depth + 1);
    }
    const others = merged['additionalProperties'];
    if (isJsonObject(others)) members['other'] = this.#value(others, depth + 1);
    return members;
  }

  /** One object of keywords: references followed, one alternative chosen of each union. */
  #merged(schema: SchemaJson): JsonObject {
    if (!isJsonObject(schema)) return {};
    let merged: JsonObject = {};
    const { $ref, allOf, anyOf, oneOf, ...own } = schema as Record<string, JsonValue>;
    const parts: SchemaJson[] = [...((allOf ?? []) as SchemaJson[])];
    if (typeof $ref === 'string') parts.push(this.#document.$defs[$ref.slice('#/$defs/'.length)] ?? false);
    for (const union of [anyOf, oneOf]) if (Array.isArray(union)) parts.push(this.#pick(union as SchemaJson[]));
    for (const part of [own, ...parts.map((inner) => this.#merged(inner))]) merged = both(merged, part);
    return merged;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }
}

/** The later one prevails, but for what adds up. */
function both(left: JsonObject, right: JsonObject): JsonObject {
  const properties: Record<string, JsonValue> = { ...(left['properties'] as JsonObject | undefined) };
  for (const [name, schema] of Object.entries((right['properties'] ?? {}) as JsonObject)) {
    const known = properties[name];
    properties[name] = known === undefined ? schema : { allOf: [known, schema] };
  }
  const required = [...((left['required'] ?? []) as string[]), ...((right['required'] ?? []) as string[])];
  return { ...left, ...right, properties, required };
}

const REPLACEMENTS: readonly JsonValue[] = [
  ...[null, true, 0, 1, -1, 1.5, 70_000, '', 'nope', '_own', 'text', 'cancelled', 'end_turn'],
  ...[[], [1], [{}], {}, { type: 'text' }, { type: '_own' }],
];

/** A copy with one thing changed somewhere: a member gone, one put there, or a value replaced. */
export function mutated(value: JsonValue, random: () => number): JsonValue {
  const isLeaf = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isLeaf || random() < 0.2) return REPLACEMENTS[Math.floor(random() * REPLACEMENTS.length)] as JsonValue;
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)] ?? '';
  if (Array.isArray(value)) {
    if (random() < 0.2) return [];
    return (value as JsonValue[]).map((item, i) => (String(i) === key ? mutated(item, random) : item));
  }
  const copy: Record<string, JsonValue> = { ...(value as JsonObject) };
  const choice = random();
  if (choice < 0.2) return Object.fromEntries(Object.entries(copy).filter(([name]) => name !== key));
  if (choice < 0.3) copy['strange'] = 1;
  else copy[key] = mutated(copy[key] as JsonValue, random);
  return copy;
}
