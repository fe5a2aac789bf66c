import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { JsonValue } from '../../wire/json-text.js';
import type { Sender } from '../../wire/frame.js';
import type { Connection } from '../state/connection.js';
import { numberOf, objectOf } from '../json-access.js';

/**
 * What a side announced about a capability in initialize (spec: v1/initialization).
 *
 * - `no`: omitted, null or false, which all mean that it is not supported
 * - `malformed`: present, but of the wrong type, so that readers treat it as `no`
 * - `unknown`: initialize was not recorded, or has the fields of another version than the negotiated one
 */
export type Announcement = 'yes' | 'no' | 'malformed' | 'unknown';

/** The capabilities that are booleans in v1. All others, and all in v2, are objects. */
const BOOLEAN_MARKERS: ReadonlySet<string> = new Set([
  'loadSession',
  'promptCapabilities.image',
  'promptCapabilities.audio',
  'promptCapabilities.embeddedContext',
  'mcpCapabilities.http',
  'mcpCapabilities.sse',
  'mcpCapabilities.acp',
  'fs.readTextFile',
  'fs.writeTextFile',
  'terminal',
  'auth.terminal',
]);

/**
 * Whether a side announced a capability, so that readers of its version see it.
 *
 * @param path in clientCapabilities or agentCapabilities (v2: capabilities), such as `sessionCapabilities.list`
 */
export function announced(connection: Connection, side: Sender, path: string): boolean {
  return announcementOf(connection, side, path) === 'yes';
}

/** The same in detail. */
export function announcementOf(connection: Connection, side: Sender, path: string): Announcement {
  const { initialization, version } = connection;
  if (initialization.state !== 'done' || hasOtherFields(connection, side)) return 'unknown';
  const { value, isBrokenAbove } = lookUp(connection, side, path);
  return isBrokenAbove ? 'malformed' : readMarker(value, version === 1 && BOOLEAN_MARKERS.has(path));
}

function readMarker(value: JsonValue | undefined, isBoolean: boolean): Announcement {
  if (value === undefined || value === null || value === false) return 'no';
  return (isBoolean ? value === true : objectOf(value) !== undefined) ? 'yes' : 'malformed';
}

/** The value of a capability in the initialize message; undefined if there is none. */
export function capabilityOf(connection: Connection, side: Sender, path: string): JsonValue | undefined {
  return lookUp(connection, side, path).value;
}

/**
 * `isBrokenAbove`: the parent of the capability is not an object, so readers treat everything in it as not announced.
 */
function lookUp(
  { initialization, version }: Connection,
  side: Sender,
  path: string,
): { readonly value: JsonValue | undefined; readonly isBrokenAbove: boolean } {
  let value: JsonValue | undefined = initialization[side]?.[capabilitiesField(side, version)];
  for (const name of path.split('.')) {
    const holder = objectOf(value);
    if (holder === undefined) {
      const isAbsent = value === undefined || value === null || value === false;
      return { value: undefined, isBrokenAbove: !isAbsent };
    }
    value = holder[name];
  }
  return { value, isBrokenAbove: false };
}

/** The member of initialize that holds a side's capabilities. */
export function capabilitiesField(side: Sender, version: ProtocolVersion): string {
  return version === 2 ? 'capabilities' : `${side}Capabilities`;
}

/**
 * Whether a side named the negotiated version, but sent its capabilities only in the field of the other version. A
 * client that offered v2 and got v1 does not count: it had no capabilities to offer for v1.
 */
function hasOtherFields({ initialization, version }: Connection, side: Sender): boolean {
  const message = initialization[side];
  const offered = (numberOf(initialization.requested) ?? 1) >= 2 ? 2 : 1;
  if (message === undefined || (side === 'client' && offered !== version)) return false;
  const other = capabilitiesField(side, version === 2 ? 1 : 2);
  return !Object.hasOwn(message, capabilitiesField(side, version)) && Object.hasOwn(message, other);
}

/** Whether a side's capabilities name something in their `_meta` (spec: v1/extensibility), at any depth. */
export function metaNames({ initialization }: Connection, side: Sender, isNamed: (key: string) => boolean): boolean {
  const { client, agent } = initialization;
  return hasMetaKey(side === 'client' ? client : agent, isNamed);
}

function hasMetaKey(value: JsonValue | undefined, isNamed: (key: string) => boolean): boolean {
  const object = objectOf(value);
  if (object === undefined) return false;
  return Object.entries(object).some(([key, inner]) =>
    key === '_meta' ? Object.keys(objectOf(inner) ?? {}).some(isNamed) : hasMetaKey(inner, isNamed),
  );
}
