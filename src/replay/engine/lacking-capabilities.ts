import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import type { FieldDifference } from './differences.js';
import { memberPointer } from './json-places.js';

/**
 * The capabilities that the recorded agent used, and that the live client does not offer, or offers differently. Additional ones are not a
 * difference, because an agent uses only those it knows.
 *
 * @param used the capabilities that the recorded agent used, as paths below the capabilities
 */
export function lackingCapabilities(
  pointer: string,
  { recorded, live }: { readonly recorded: JsonValue | undefined; readonly live: JsonValue | undefined },
  used: readonly (readonly string[])[],
): FieldDifference[] {
  const found: FieldDifference[] = [];
  compare(pointer, [], recorded, live);
  return found;

  function compare(
    at: string,
    path: readonly string[],
    expected: JsonValue | undefined,
    received: JsonValue | undefined,
  ) {
    // a missing member, null and false offer nothing
    if (expected === undefined || expected === null || path.at(-1) === '_meta') return;
    const isOffered = received !== undefined && received !== null && received !== false;
    if (isJsonObject(expected) && (isJsonObject(received) || !isOffered)) {
      for (const [name, value] of Object.entries(expected)) {
        const below = isJsonObject(received) && Object.hasOwn(received, name) ? received[name] : undefined;
        compare(memberPointer(at, name), [...path, name], value, below);
      }
      // a capability that is an object may be used as a whole, whatever it contains
      const isTold = found.some(({ pointer: told }) => told.startsWith(`${at}/`));
      const isWhole = Object.keys(expected).length === 0 || used.some((each) => isSame([...each], [...path]));
      if (isOffered || isTold || !isWhole) return;
    }
    if (isSame(expected, received)) return;
    if (isOffered && typeof expected === 'boolean' && received === true) return;
    if (!isOffered && (expected === false || !used.some((each) => startsWith(each, path)))) return;
    found.push({ pointer: at, expected, received });
  }
}

function isSame(a: JsonValue, b: JsonValue | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((name, i) => path[i] === name);
}
