import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { isFree, placesSharing, type Path } from './mutation-places.js';
import { label } from './clients/order-checks.js';
import type { Reading } from './clients/reading.js';
import { isObject, type Entry } from './clients/recorded.js';

/** What a client says that is not quite what was recorded: a replay must not let it pass. */
export interface Mutation {
  /** What was done, where. */
  readonly name: string;
  /** What the client says, in order. */
  readonly said: readonly string[];
  /** The messages of which the replay must name one: the one that was changed, or one that shares its value. */
  readonly blamed: readonly Entry[];
}

/** Whether another value may stand in a place: besides what `isFree` allows. */
export type FreeToo = (entry: Entry, path: Path, other: JsonValue | undefined) => boolean;

/**
 * Each value of each client message changed, taken away and given something more, one at a time.
 *
 * @param freeToo where a replay takes anything for other reasons
 */
export function* changedMessages(reading: Reading, freeToo: FreeToo = () => false): Generator<Mutation> {
  const { client } = reading.recorded;
  for (const [index, entry] of client.entries()) {
    for (const { name, line, blamed } of changedLines(reading, entry, freeToo)) {
      const said = client.map((other, place) => (place === index ? line : other.line));
      yield { name: `${label(entry)}: ${name}`, said, blamed: [entry, ...blamed] };
    }
  }
}

/** Each client message left out, and each said twice. A blank line is no message. */
export function* missingAndDoubled(reading: Reading): Generator<Mutation> {
  const { client } = reading.recorded;
  const lines = client.map(({ line }) => line);
  for (const [index, entry] of client.entries()) {
    if (entry.message.kind === 'nothing') continue;
    // what is said once too often may pass for the same thing said later
    const alike = client.filter((other) => other === entry || isAlike(other, entry));
    yield { name: `${label(entry)}: left out`, said: lines.toSpliced(index, 1), blamed: alike };
    yield { name: `${label(entry)}: doubled`, said: lines.toSpliced(index, 0, entry.line), blamed: alike };
  }
}

interface ChangedLine {
  readonly name: string;
  readonly line: string;
  readonly blamed: readonly Entry[];
}

function* changedLines(reading: Reading, entry: Entry, freeToo: FreeToo): Generator<ChangedLine> {
  if (entry.message.kind === 'nothing') return;
  let said: JsonValue;
  try {
    said = JSON.parse(entry.line) as JsonValue;
  } catch {
    yield { name: 'other text', line: `${entry.line} x`, blamed: [] };
    return;
  }
  const mayBe = (path: Path, other: JsonValue | undefined): boolean =>
    isFree(reading, entry, path, other) || freeToo(entry, path, other);
  for (const [path, value] of valuesIn(said, [])) {
    for (const [name, other] of changesOf(value)) {
      if (mayBe(path, other)) continue;
      const where = `${name} /${path.join('/')}`;
      yield { name: where, line: JSON.stringify(put(said, path, other)), blamed: placesSharing(reading, entry, path) };
    }
    if (path.length > 0 && !mayBe(path, undefined)) {
      const blamed = placesSharing(reading, entry, path);
      yield { name: `without /${path.join('/')}`, line: JSON.stringify(put(said, path, undefined)), blamed };
    }
  }
}

/** All values in a value, and where they are; itself first. */
function* valuesIn(value: JsonValue, path: Path): Generator<readonly [Path, JsonValue]> {
  yield [path, value];
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries()) yield* valuesIn(item, [...path, index]);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* valuesIn(item, [...path, name]);
  }
}

/** Other values that may stand in the place of a value: another one of its kind, and one of another kind. */
function* changesOf(value: JsonValue): Generator<readonly [string, JsonValue]> {
  if (typeof value === 'string') yield ['other text in', `${value}x`];
  if (typeof value === 'number') yield ['another number in', value + 1];
  if (typeof value === 'boolean') yield ['the opposite in', !value];
  if (Array.isArray(value)) yield ['one more in', [...(value as readonly JsonValue[]), 'more']];
  if (isObject(value)) yield ['one more in', { ...value, more: 1 }];
  yield ['another kind in', typeof value === 'string' ? 12_345 : 'of another kind'];
}

function put(value: JsonValue, path: Path, other: JsonValue | undefined): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((item, index) => {
      const changed = index === key ? put(item, rest, other) : item;
      return changed === undefined ? [] : [changed];
    });
  }
  const members = Object.entries(value as JsonObject).map(([name, item]) => {
    return [name, name === key ? put(item, rest, other) : item] as const;
  });
  return Object.fromEntries(members.filter((member): member is [string, JsonValue] => member[1] !== undefined));
}

/** Whether two messages of the client say the same but for their ids, and what is their own to name: folders and terminals. */
export function isAlike(one: Entry, other: Entry): boolean {
  const [a, b] = [one, other].map((entry) => JSON.stringify(unnamed(entry)));
  return a === b;
}

function unnamed({ line, message }: Entry): JsonValue {
  if (message.kind !== 'request' && message.kind !== 'response') return line;
  const { id, params, result, ...rest } = JSON.parse(line) as JsonObject;
  if (message.kind === 'response') {
    const terminal = isObject(result) && 'terminalId' in result ? { terminalId: '' } : {};
    return { ...rest, id: id ?? null, result: isObject(result) ? { ...result, ...terminal } : (result ?? null) };
  }
  const folders = message.method === 'session/new' ? { cwd: '', additionalDirectories: null } : {};
  return { ...rest, params: isObject(params) ? { ...params, ...folders } : (params ?? null) };
}
