import { nearestKnown, type ShapeFinding } from '../../acp/schema/shape.js';
import { foldedSpelling } from '../../acp/schema/spelling.js';
import { listOf, objectOf } from '../../model/json-access.js';
import type { Step } from '../../model/state/step.js';
import type { JsonValue } from '../../wire/json-text.js';
import { enumerated, quoted } from './wording.js';

/** At most this many names are listed one by one. */
const LISTED = 20;

/** The place of a finding, for people: `update.entries[3].status`; for an empty path, the whole params or result. */
export function placeOf({ message }: Step, path: ShapeFinding['path']): string {
  if (path.length === 0) return message.kind === 'response' ? 'the result' : 'params';
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${key}`)).join('');
}

/** Known names for a message: "high, medium, low". */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, LISTED).join(', ');
  return names.length > LISTED ? `${shown} and ${names.length - LISTED} more` : shown;
}

/** `; did you mean "x"?` if a known name is similar, otherwise nothing. */
export function hintOf(finding: ShapeFinding): string {
  const nearest = nearestKnown(finding);
  return nearest === undefined ? '' : `; did you mean ${quoted(nearest)}?`;
}

/** The path of the object that holds a finding, as a string to compare. */
export function holderOf({ path }: ShapeFinding): string {
  return JSON.stringify(path.slice(0, -1));
}

/** Whether a path is equal to or below another. */
export function isWithin(path: ShapeFinding['path'], outer: ShapeFinding['path']): boolean {
  return outer.every((key, i) => path[i] === key);
}

/** The value at a path of params or result. */
export function valueAt({ message, params, result }: Step, path: ShapeFinding['path']): JsonValue | undefined {
  // a response carries the params of its request
  let value: JsonValue | undefined = message.kind === 'response' ? result : params;
  for (const key of path) {
    value = typeof key === 'number' ? listOf(value)[key] : objectOf(value)?.[key];
  }
  return value;
}

/** Whether a missing member is there in another spelling (schema/wrong-case-field). */
export function isMisspelled(missing: ShapeFinding, shapes: readonly ShapeFinding[]): boolean {
  const spelled = foldedSpelling(String(missing.path.at(-1)));
  const holder = holderOf(missing);
  return shapes.some(
    (shape) =>
      shape.kind === 'unknown-member' &&
      foldedSpelling(String(shape.path.at(-1))) === spelled &&
      holderOf(shape) === holder,
  );
}

/** The last keys of some findings, without repetition: "path, oldText and newText". */
export function enumeratedOnce(findings: readonly ShapeFinding[]): string {
  return enumerated([...new Set(findings.map(({ path }) => String(path.at(-1))))]);
}
