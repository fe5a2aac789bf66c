import type { Violation } from '../../check/engine/violation.js';
import type { JsonIndex, JsonPath } from '../../wire/json/json-index.js';
import type { MarkedPlace } from './json-pane.js';

/** `update.entries[3].status`, as messages of rules name places. */
const NAMED_PLACE = /[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*|\[\d+\])*/g;
/** Values that messages quote. */
const QUOTED = /"(?:[^"\\]|\\.)+"/g;
/** How many lines are searched for a value. */
const LOOKED_LINES = 2_000;
/** The beginnings of paths that messages of rules leave out. */
const ROOTS: readonly JsonPath[] = [['params'], ['result'], []];

/**
 * Where in a frame its violations are, as far as their messages say: at a place they name, otherwise at a value they quote, otherwise at
 * the top.
 */
export function violationPlaces(
  violations: readonly Violation[],
  { bytes, index }: { readonly bytes: Uint8Array; readonly index: JsonIndex },
): MarkedPlace[] {
  return violations.map(({ message, severity, rule, fault }) => {
    const path = namedIn(message, index) ?? quotedIn(message, bytes, index) ?? [];
    return { path, severity, text: `${rule} (${fault}'s fault): ${message}` };
  });
}

/** The longest place in the message that exists in the frame. A single word counts only if it is a member of params or result. */
function namedIn(message: string, index: JsonIndex): JsonPath | undefined {
  const places = (message.replaceAll(QUOTED, '').match(NAMED_PLACE) ?? []).map(keysOf);
  const found = places
    .sort((a, b) => b.length - a.length)
    .flatMap((keys) => ROOTS.map((root) => [...root, ...keys]))
    .find((path) => path.length > 1 && index.lineOf(path) !== undefined);
  return found;
}

function keysOf(place: string): (string | number)[] {
  return place.split(/\.|(?=\[)/).map((key) => (key.startsWith('[') ? Number(key.slice(1, -1)) : key));
}

function quotedIn(message: string, bytes: Uint8Array, index: JsonIndex): JsonPath | undefined {
  const quoted = new Set(message.match(QUOTED) ?? []);
  if (quoted.size === 0) return undefined;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const longest = 4 * Math.max(...[...quoted].map(({ length }) => length));
  for (let number = 0; number < Math.min(index.lineCount, LOOKED_LINES); number += 1) {
    const { kind, valueFrom, valueTo } = index.line(number);
    if (kind !== 'string' || valueTo - valueFrom > longest) continue;
    if (quoted.has(decoder.decode(bytes.subarray(valueFrom, valueTo)))) return index.path(number);
  }
  return undefined;
}
