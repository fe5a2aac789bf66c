import { valueHash } from '../model/tools/value-hash.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json-text.js';
import { align, type Alignable } from './align.js';

/** A value that two things of the same meaning do not share. A null is as good as nothing. */
export interface LeafChange {
  /** JSON pointer (RFC 6901) to it, below the thing; the place in an array is that of the side that has it, A before B. */
  readonly path: string;
  /** Undefined where that side has nothing there. */
  readonly a: JsonValue | undefined;
  readonly b: JsonValue | undefined;
}

/** What names the elements of a list, the first that all of them have. */
const NAMING: readonly string[] = ['optionId', 'configId', 'methodId', 'planId', 'id', 'value', 'name', 'path', 'uri'];

/** Whether two texts that differ mean the same all the same. */
export type SameText = (a: string, b: string) => boolean;

const DIFFERS: SameText = () => false;

/** What differs between two values, leaf by leaf. An element that is missing in a list shifts none of the others. */
export function leafChanges(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  isSame: SameText = DIFFERS,
  path = '',
): LeafChange[] {
  if (isJsonObject(a) && isJsonObject(b)) return memberChanges(a, b, isSame, path);
  if (Array.isArray(a) && Array.isArray(b)) {
    return elementChanges(a as readonly JsonValue[], b as readonly JsonValue[], isSame, path);
  }
  const [ownA, ownB] = [a ?? undefined, b ?? undefined];
  if (ownA === ownB || (typeof ownA === 'string' && typeof ownB === 'string' && isSame(ownA, ownB))) return [];
  return [{ path, a: ownA, b: ownB }];
}

function memberChanges(a: JsonObject, b: JsonObject, isSame: SameText, path: string): LeafChange[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.flatMap((name) => leafChanges(ownOf(a, name), ownOf(b, name), isSame, `${path}/${pointerToken(name)}`));
}

function ownOf(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** An element of a list, and where it stands. */
interface Element extends Alignable {
  readonly at: number;
  readonly value: JsonValue;
}

function elementChanges(
  a: readonly JsonValue[],
  b: readonly JsonValue[],
  isSame: SameText,
  path: string,
): LeafChange[] {
  const naming = NAMING.find((name) => [...a, ...b].every((each) => isJsonObject(each) && isName(each[name])));
  const elementsOf = (all: readonly JsonValue[]) => all.map((value, at) => elementOf(value, at, naming));
  const { pairs, onlyA, onlyB } = align(elementsOf(a), elementsOf(b), { byPlace: true });
  return [
    ...pairs.flatMap(({ a: one, b: other }) => leafChanges(one.value, other.value, isSame, `${path}/${one.at}`)),
    ...onlyA.map(({ at, value }) => ({ path: `${path}/${at}`, a: value, b: undefined })),
    ...onlyB.map(({ at, value }) => ({ path: `${path}/${at}`, a: undefined, b: value })),
  ];
}

function elementOf(value: JsonValue, at: number, naming: string | undefined): Element {
  const exact = String(valueHash(value));
  const name = naming === undefined || !isJsonObject(value) ? undefined : JSON.stringify(value[naming]);
  return { at, value, keys: name === undefined ? [exact] : [exact, name] };
}

function isName(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** A member's name as a part of a JSON pointer. */
function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
