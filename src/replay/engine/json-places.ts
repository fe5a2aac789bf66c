import {
  elementSpans,
  isJsonObject,
  memberSpans,
  skipSpace,
  skipValue,
  walkChildren,
  type JsonValue,
  type Span,
} from '../../wire/json-text.js';

/** A JSON pointer (RFC 6901) to a member of what `pointer` points to. */
export function memberPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(json: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value = json;
  for (const name of namesOf(pointer)) {
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? (value as readonly JsonValue[])[Number(name)] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The span of the value at a pointer in a JSON text, which must be valid; undefined if there is none. */
export function spanAt(text: string, pointer: string): Span | undefined {
  let [start, end]: Span = [0, text.length];
  for (const name of namesOf(pointer)) {
    const piece = text.slice(start, end);
    const spans = piece.trimStart().startsWith('[') ? elementSpans(piece) : memberSpans(piece, name);
    const span = piece.trimStart().startsWith('[') ? spans[Number(name)] : spans.at(-1);
    if (span === undefined) return undefined;
    [start, end] = [start + span[0], start + span[1]];
  }
  return [start, end];
}

function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer to the value that begins at `target` in a JSON text, which must be valid. */
export function pointerTo(text: string, target: number): string {
  let pointer = '';
  let open = skipSpace(text, text.startsWith('\ufeff') ? 1 : 0);
  while (open < target) {
    let holder = target;
    walkChildren(text, open, (key, at) => {
      const end = skipValue(text, at);
      if (at > target || target >= end) return end;
      pointer = memberPointer(pointer, key);
      holder = at;
      return text.length;
    });
    open = holder;
  }
  return pointer;
}
