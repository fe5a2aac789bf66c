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
 * Takes one value of an object or array: its name or index, where it begins, and where its name begins (-1 in arrays).
 * Returns the place after the value.
 */
export type TakeChild = (key: string | number, at: number, nameAt: number) => number;

/**
 * Goes over the values that an object or array holds, in order; names that stand twice come twice. The one walk for all who
 * need places or spellings that `JSON.parse` does not keep.
 *
 * @param text valid JSON from `open` on
 * @param open where the value begins; one that holds nothing is skipped
 * @returns the place after it
 */
export function walkChildren(text: string, open: number, take: TakeChild): number {
  const first = text[open];
  if (first !== '{' && first !== '[') return skipValue(text, open);
  const isObject = first === '{';
  let at = skipSpace(text, open + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    if (isObject) {
      const nameEnd = skipString(text, at);
      at = take(stringAt(text, at, nameEnd), skipSpace(text, skipSpace(text, nameEnd) + 1), at);
    } else at = take(index, at, -1);
    at = skipSpace(text, at);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** What the string from `start` to `end`, with its quotes, says. */
export function stringAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

/**
 * Spans of the values of the members called `name` at the top level of `text`, in order; duplicates are all there.
 *
 * `text` must be valid JSON (`JSON.parse` took it). Exact where a second parse is not: `1` and `1.0`, `"a"` and
 * `"\u0061"` keep their spelling.
 */
export function memberSpans(text: string, name: string): Span[] {
  const spans: Span[] = [];
  walkChildren(text, skipSpace(text, 0), (key, at) => {
    const end = skipValue(text, at);
    if (key === name) spans.push([at, end]);
    return end;
  });
  return spans;
}

/** Spans of the elements of the array that `text`, which must be valid JSON, holds. */
export function elementSpans(text: string): Span[] {
  const spans: Span[] = [];
  walkChildren(text, skipSpace(text, 0), (_, at) => {
    const end = skipValue(text, at);
    spans.push([at, end]);
    return end;
  });
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
