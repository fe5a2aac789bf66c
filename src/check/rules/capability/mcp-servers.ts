import { objectsOf, textOf } from '../../../model/json-access.js';
import type { JsonObject } from '../../../wire/json-text.js';

/** The transports that need a capability. In v1 stdio servers have no type, and every agent accepts them. */
const TRANSPORTS = { 1: ['http', 'sse', 'acp'], 2: ['http', 'stdio', 'acp'] } as const;

/** The capability that a server needs; undefined if it needs none or its type is unknown to the protocol. */
export function transportPath(version: 1 | 2, server: JsonObject): string | undefined {
  const type = textOf(server['type']);
  const isListed = TRANSPORTS[version].some((transport) => transport === type);
  return type !== undefined && isListed ? `${version === 2 ? 'session.mcp' : 'mcpCapabilities'}.${type}` : undefined;
}

/** Whether two servers, or two variables of a server, have the same name: an agent may refuse that as invalid. */
export function haveClash(servers: readonly JsonObject[]): boolean {
  return isTwice(servers) || servers.some(({ env }) => isTwice(objectsOf(env)));
}

function isTwice(named: readonly JsonObject[]): boolean {
  const names = named.flatMap(({ name }) => textOf(name) ?? []);
  return new Set(names).size < names.length;
}
