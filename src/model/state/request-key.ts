import type { RequestMessage, ResponseMessage } from '../../wire/message.js';

declare const requestKey: unique symbol;

/**
 * A request id by its value (JSON-RPC 2.0, section 5: the response has the same value): `1` and `"1"` differ, `"a"` and
 * `"\u0061"` do not, and integers beyond 2^53 keep every digit.
 */
export type RequestKey = string & { readonly [requestKey]: never };

/** The key of a message that has an id; `null` counts as one. */
export function keyOf({ id, json }: RequestMessage | ResponseMessage): RequestKey | undefined {
  if (id === undefined) return undefined;
  return keyOfValue(json['id'], id);
}

/** @param token the value as spelled on the wire, if known */
export function keyOfValue(value: unknown, token?: string): RequestKey {
  // not a valid id, and perhaps one that cannot even be turned into a string: {"toString":1}
  if (typeof value === 'object' && value !== null) return '{}' as RequestKey;
  if (typeof value === 'string') return `"${value}` as RequestKey;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return (token ?? String(value)) as RequestKey;
  return String(value) as RequestKey;
}

/** The key with the other JSON type, for a peer that confused numbers and strings. */
export function coerced(key: RequestKey): RequestKey {
  return (key.startsWith('"') ? key.slice(1) : `"${key}`) as RequestKey;
}
