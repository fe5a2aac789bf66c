import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { utf8 } from '../values/bytes.js';
import { members, type Conversation, type Entry } from '../checking/planting.js';

const ID_MEMBERS = ['sessionId', 'toolCallId', 'messageId', 'terminalId'];

/** The conversation as another run would have it: other ids, times and folders, and nothing else. */
export function renamed({ lines, entries }: Conversation): Entry[] {
  const names = new Map<string, string>();
  for (const { json } of lines) {
    for (const folder of foldersIn(json)) if (!names.has(folder)) names.set(folder, `/another/place/for/${names.size}`);
    for (const id of idsIn(json ?? null)) if (!names.has(id)) names.set(id, `another-id-${names.size}-0`);
  }
  return entries.map((entry) => renamedEntry(entry, names));
}

function renamedEntry(entry: Entry, names: ReadonlyMap<string, string>): Entry {
  const atNs = entry.atNs * 3 + 5e9;
  if (entry.type === 'event') return { ...entry, atNs };
  if (entry.json === undefined) return { ...entry, atNs };
  let text = JSON.stringify(withOtherIds(entry.json));
  // the longest first: a folder may begin as another does
  for (const [old, name] of [...names].sort(([a], [b]) => b.length - a.length)) text = text.replaceAll(old, name);
  text = text.replaceAll(/"updatedAt":"[^"]*"/g, '"updatedAt":"2031-01-02T03:04:05Z"');
  return { ...entry, atNs, bytes: utf8(text), json: JSON.parse(text) as JsonObject };
}

/** Ids of requests: JSON-RPC says nothing of what they are. */
function withOtherIds(json: JsonObject): JsonObject {
  const other = (id: JsonValue | undefined): JsonValue =>
    typeof id === 'number' ? id + 7_000 : typeof id === 'string' ? `${id}-again` : null;
  const params = members(json['params']);
  const named = params['requestId'];
  return {
    ...json,
    ...('id' in json && { id: other(json['id']) }),
    ...(named !== undefined && { params: { ...params, requestId: other(named) } }),
  };
}

function foldersIn(json: JsonObject | undefined): string[] {
  const { cwd, additionalDirectories } = members(json?.['params']);
  const others = Array.isArray(additionalDirectories) ? (additionalDirectories as readonly JsonValue[]) : [];
  return [cwd, ...others].filter((folder) => typeof folder === 'string' && folder.split('/').length > 2) as string[];
}

function idsIn(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, JsonValue]) =>
    ID_MEMBERS.includes(name) && typeof inner === 'string' && inner.length >= 8 ? [inner] : idsIn(inner),
  );
}
