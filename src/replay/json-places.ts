import { isJsonObject, skipSpace, skipString, skipValue, type JsonValue } from '../wire/json-text.js';

/** A JSON pointer (RFC 6901) to a member of what `pointer` points to. */
export function memberPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value that a pointer leads to; undefined where there is none. */
export function valueAt(json: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value = json;
  for (const escaped of pointer.split('/').slice(1)) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? (value as readonly JsonValue[])[Number(name)] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The pointer to the value that begins at `target` in a JSON text, which must be valid. */
export function pointerTo(text: string, target: number): string {
  let pointer = '';
  let at = skipSpace(text, text.startsWith('\ufeff') ? 1 : 0);
  while (at < target) {
    const isArray = text[at] === '[';
    at = skipSpace(text, at + 1);
    for (let i = 0; at < text.length; i += 1) {
      const nameEnd = isArray ? at : skipString(text, at);
      const name = isArray ? i : (JSON.parse(text.slice(at, nameEnd)) as string);
      const start = isArray ? at : skipSpace(text, skipSpace(text, nameEnd) + 1);
      const end = skipValue(text, start);
      if (target < end) {
        pointer = memberPointer(pointer, name);
        at = start;
        break;
      }
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
  }
  return pointer;
}
