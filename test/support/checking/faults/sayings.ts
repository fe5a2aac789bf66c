import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { members } from '../planting.js';

export const FRESH_ID = 7_000_001;

export const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

export const request = (method: string, params: JsonValue, id: JsonValue = FRESH_ID): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
export const notification = (method: string, params: JsonValue): JsonObject => ({ jsonrpc: '2.0', method, params });
export const answer = (result: JsonValue, id: JsonValue = FRESH_ID): JsonObject => ({ jsonrpc: '2.0', id, result });
export const refusal = (code: number, message: string, id: JsonValue = FRESH_ID): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
export const update = (sessionId: JsonValue, told: JsonObject): JsonObject =>
  notification('session/update', { sessionId, update: told });
export const prompt = (sessionId: JsonValue): JsonObject => ({ sessionId, prompt: [{ type: 'text', text: 'Go on.' }] });
export const text = (words: string): JsonObject => ({ type: 'text', text: words });

/** A copy with one member of it, some way down, made into something else; undefined takes it out. */
export function changed(
  value: JsonValue | undefined,
  path: readonly (string | number)[],
  change: (old: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) throw new Error('There is no member without a name.');
  const next = (old: JsonValue | undefined) => (rest.length === 0 ? change(old) : changed(old, rest, change));
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((item, i) => {
      const other = i === key ? next(item) : item;
      return other === undefined ? [] : [other];
    });
  }
  const { [key]: old, ...others } = members(value);
  const other = next(old);
  if (other === undefined) return others;
  return Object.fromEntries(
    key in members(value)
      ? Object.entries(members(value)).map(([name, was]) => [name, name === key ? other : was])
      : [...Object.entries(others), [key, other]],
  );
}

export const put = (value: JsonValue | undefined, path: readonly (string | number)[], other: JsonValue): JsonValue =>
  changed(value, path, () => other);
export const without = (value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue =>
  changed(value, path, () => undefined);
