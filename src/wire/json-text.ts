/** Any value that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Whether `value` is a JSON object: neither null nor an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The span of one value in a text: from its first character to the one after its last. */
export type Span = readonly [start: number, end: number];

/**
 * Spans of the values of the members called `name` at the top level of `text`, in order; duplicates are all there.
 *
 * `text` must be valid JSON (`JSON.parse` took it). Exact where a second parse is not: `1` and `1.0`, `"a"` and
 * `"\u0061"` keep their spelling.
 */
export function memberSpans(text: string, name: string): Span[] {
  const spans: Span[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return spans;
  at = skipSpace(text, at + 1);
  while (text[at] === '"') {
    const keyEnd = skipString(text, at);
    const isNamed = JSON.parse(text.slice(at, keyEnd)) === name;
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    if (isNamed) spans.push([start, end]);
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return spans;
}

/** Spans of the elements of the array that `text`, which must be valid JSON, holds. */
export function elementSpans(text: string): Span[] {
  const spans: Span[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== ']') {
    const end = skipValue(text, at);
    spans.push([at, end]);
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return spans;
}

/** Whether arrays and objects stand deeper in each other than `levels`. `text` may be anything. */
export function nestsDeeperThan(text: string, levels: number): boolean {
  if (text.length <= 2 * levels || !hasMoreThan(levels, text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = skipString(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** Whether there are so many brackets that open, texts included: hardly any line has, and then all is said. */
function hasMoreThan(count: number, text: string): boolean {
  let left = count;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

/** The place of the first character from `from` on that is no white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r') at += 1;
  return at;
}

/** The place after the string that begins at `from`, on its opening quote. */
export function skipString(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** The place after the value that begins at `from`; `text` must be valid JSON. */
export function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipString(text, from);
  let depth = 0;
  let at = from;
  while (at < text.length) {
    switch (text[at]) {
      case '"':
        at = skipString(text, at);
        continue;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
      case ',':
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        if (depth === 0) return at;
        break;
      default:
    }
    at += 1;
  }
  return at;
}

/** Spans of the strings in `text`, which must be valid JSON, that are values: with their quotes, names left out. */
export function stringSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('"'); at !== -1;) {
    const end = skipString(text, at);
    if (text[skipSpace(text, end)] !== ':') spans.push([at, end]);
    at = text.indexOf('"', end);
  }
  return spans;
}
