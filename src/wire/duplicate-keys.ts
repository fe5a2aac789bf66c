import { isJsonObject, skipSpace, skipValue, walkChildren, type JsonValue } from './json-text.js';

/** A member name that occurs twice in one object. */
export interface DuplicateKey {
  readonly key: string;
  /** Keys from the top down to the object. */
  readonly path: readonly (string | number)[];
}

/** Objects below this depth belong to tools and extensions: the message is 1, its params 2, an update 3. */
const DEPTH = 3;

/** Members whose content the protocol does not define. */
const OPAQUE: ReadonlySet<string> = new Set(['_meta', 'data']);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Setting this bit turns `[` into `{`, and `]` into `}`. */
const BRACE_BIT = 0x20;
/** Strings are walked up to this length; longer ones are searched by the platform, which is slow to start but fast. */
const WALKED = 64;

/**
 * Whether `json` has fewer members than its text in the three uppermost levels, because a name occurs twice there. It runs for every line
 * of a recording, so it counts colons instead of comparing names.
 *
 * @param bytes valid JSON
 * @param json the parsed value
 */
export function hasDuplicateKeys(bytes: Uint8Array, json: JsonValue): boolean {
  return coloned(bytes) !== members(json, DEPTH);
}

/** The first name that occurs twice in one object, in the three uppermost levels of `text`, which must be valid JSON. */
export function duplicateKeyIn(text: string): DuplicateKey | undefined {
  const search = new DuplicateKeySearch(text);
  search.value(skipSpace(text, 0), DEPTH, []);
  return search.found;
}

/** Colons outside of strings, in the three uppermost levels. */
function coloned(bytes: Uint8Array): number {
  const end = bytes.length;
  let count = 0;
  let depth = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      const walkEnd = Math.min(at + WALKED, end);
      for (at += 1; at < walkEnd && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
      if (at >= walkEnd) at = closingQuote(bytes, at);
    } else if (byte === COLON) {
      if (depth <= DEPTH) count += 1;
    } else if (byte >= OPEN_BRACKET) {
      const brace = byte | BRACE_BIT;
      if (brace === OPEN_BRACE) depth += 1;
      else if (brace === CLOSE_BRACE) depth -= 1;
    }
  }
  return count;
}

/** @param from a place in the string, not after a backslash */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let backslashes = 0;
    while (quote - 1 - backslashes >= at && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

function members(json: JsonValue, depth: number): number {
  if (typeof json !== 'object' || json === null || depth === 0) return 0;
  let count = 0;
  if (Array.isArray(json)) {
    for (const element of json as readonly JsonValue[]) count += members(element, depth - 1);
    return count;
  }
  if (!isJsonObject(json)) return 0;
  for (const key in json) {
    count += 1;
    const value = json[key];
    if (typeof value === 'object') count += members(value, depth - 1);
  }
  return count;
}

/** Goes through a text name by name; only for the few texts that {@link hasDuplicateKeys} found. */
class DuplicateKeySearch {
  found: DuplicateKey | undefined;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns the place after the value; the end of the text once something was found */
  value(at: number, depth: number, path: readonly (string | number)[]): number {
    const keys = new Set<string>();
    return walkChildren(this.#text, at, (key, from) => {
      if (typeof key === 'string' && depth > 0 && keys.has(key)) this.found ??= { key, path };
      if (this.found !== undefined) return this.#text.length;
      if (typeof key === 'string') keys.add(key);
      const isOpaque = typeof key === 'string' && OPAQUE.has(key);
      return depth <= 1 || isOpaque ? skipValue(this.#text, from) : this.value(from, depth - 1, [...path, key]);
    });
  }
}
