import type { JsonValue } from '../../../src/wire/json-text.js';
import { Disguise } from './clients/disguise.js';
import { OPENING, methodOf, paramsOf, type Reading } from './clients/reading.js';
import { isObject, type Entry } from './clients/recorded.js';

export type Path = readonly (string | number)[];

/** Where a client says who it is; the second in version 2. */
const SELF = ['params/clientInfo', 'params/info'];

/** What an agent asks of a client that offers it: the method, and by what mode. */
const USED_BY: Readonly<Record<string, RegExp>> = {
  'fs/readTextFile': /^fs\/read_text_file/,
  'fs/writeTextFile': /^fs\/write_text_file/,
  fs: /^fs\//,
  terminal: /^terminal\//,
  elicitation: /^elicitation\//,
  'elicitation/form': /^elicitation\/create form/,
  'elicitation/url': /^elicitation\/(?:create url|complete)/,
  '': /^(fs|terminal|elicitation)\//,
};

/**
 * Whether another value may stand here and the replay must go on as if nothing were changed. Only these:
 *
 * - `_meta` anywhere, and who the client says it is: ignored by default;
 * - capabilities that the recorded agent did not use, and more capabilities than were recorded;
 * - the id of a request, unless a `$/cancel_request` names it: the answer comes under the id that was sent;
 * - a sessionId that the client brings and says only once, and that no list of the agent holds;
 * - a working folder that the client names in this place only, as long as it stays an absolute path;
 * - the id that the client gives to a terminal: only the agent says it again;
 * - a null, which may as well be absent.
 *
 * @param other what stands there instead; undefined: nothing
 */
export function isFree(reading: Reading, entry: Entry, path: Path, other: JsonValue | undefined): boolean {
  const value = valueAt(entry, path);
  if (path.includes('_meta')) return true;
  if (methodOf(entry) === 'initialize' && SELF.includes(path.slice(0, 2).join('/'))) return true;
  if (value === null && other === undefined) return true;
  if (isOfCapabilities(entry, path)) return isUnusedCapability(reading, path, value, other);
  if (isRequestId(entry, path)) return other !== undefined && cancelsOf(reading, entry).length === 0;
  if (isBroughtSession(entry, path)) return typeof other === 'string' && isSaidOnce(reading, entry, path);
  if (isRoot(entry, path)) return typeof other === 'string' && isRootOfOnePlace(reading, entry, path);
  if (isTerminalMade(reading, entry, path)) return typeof other === 'string';
  // an id in a batch is the id of a request
  return path.length === 2 && path[1] === 'id' && other !== undefined && typeof path[0] === 'number';
}

/** Other messages of the client that must say the same as this one in this place. */
export function placesSharing(reading: Reading, entry: Entry, path: Path): Entry[] {
  if (isRequestId(entry, path)) return cancelsOf(reading, entry);
  if (isBroughtSession(entry, path)) {
    const id = JSON.stringify(valueAt(entry, path));
    return reading.recorded.client.filter((other) => other !== entry && other.line.includes(id));
  }
  if (isRoot(entry, path)) {
    const root = textAt(entry, path);
    return reading.recorded.client.filter((other) => other !== entry && mentions(reading, other, root) > 0);
  }
  return [];
}

function isOfCapabilities(entry: Entry, path: Path): boolean {
  // version 2 calls them so
  return methodOf(entry) === 'initialize' && ['clientCapabilities', 'capabilities'].includes(String(path[1]));
}

function isUnusedCapability(reading: Reading, path: Path, value: JsonValue, other: JsonValue | undefined): boolean {
  const isMore = value === false || (isObject(value) && isObject(other));
  const used = path[1] === 'clientCapabilities' ? USED_BY[path.slice(2).join('/')] : undefined;
  return isMore || !reading.recorded.agent.some((frame) => used?.test(asked(frame)));
}

/** The method of a request, and by what mode it asks. */
function asked(frame: Entry): string {
  const { mode } = paramsOf(frame);
  return `${methodOf(frame) ?? ''} ${typeof mode === 'string' ? mode : ''}`;
}

function isRequestId({ message }: Entry, path: Path): boolean {
  return message.kind === 'request' && path.length === 1 && path[0] === 'id';
}

function cancelsOf(reading: Reading, request: Entry): Entry[] {
  return reading.recorded.client.filter((entry) => reading.cancelledBy(entry) === request);
}

function isBroughtSession(entry: Entry, path: Path): boolean {
  return ['session/load', 'session/resume'].includes(methodOf(entry) ?? '') && path.join('/') === 'params/sessionId';
}

function isTerminalMade(reading: Reading, entry: Entry, path: Path): boolean {
  const asked = reading.requestOf(entry);
  return asked !== undefined && methodOf(asked) === 'terminal/create' && path.join('/') === 'result/terminalId';
}

function isSaidOnce(reading: Reading, entry: Entry, path: Path): boolean {
  const id = textAt(entry, path);
  const isListed = reading.recorded.agent.some((frame) => {
    const request = reading.requestOf(frame);
    return request !== undefined && methodOf(request) === 'session/list' && frame.line.includes(id);
  });
  return !isListed && placesSharing(reading, entry, path).length === 0;
}

function isRoot(entry: Entry, path: Path): boolean {
  const [params, name] = path;
  if (![...OPENING, 'session/list'].includes(methodOf(entry) ?? '') || params !== 'params') return false;
  const isNamed = (name === 'cwd' && path.length === 2) || (name === 'additionalDirectories' && path.length === 3);
  const value = valueAt(entry, path);
  return isNamed && typeof value === 'string' && value.startsWith('/');
}

function isRootOfOnePlace(reading: Reading, entry: Entry, path: Path): boolean {
  const isElsewhere = placesSharing(reading, entry, path).length > 0;
  return !isElsewhere && mentions(reading, entry, textAt(entry, path)) === 1;
}

const ELSEWHERE = '/nowhere/else';

/** How often a message speaks of a folder: so often it changes when the folder is another one. */
function mentions(reading: Reading, entry: Entry, root: string): number {
  if (entry.message.kind === 'nothing') return 0;
  const disguise = new Disguise(reading, (other) => (other === root ? ELSEWHERE : other), false);
  return disguise.said(entry).split(ELSEWHERE).length - 1;
}

function textAt(entry: Entry, path: Path): string {
  const value = valueAt(entry, path);
  return typeof value === 'string' ? value : '';
}

function valueAt({ line }: Entry, path: Path): JsonValue {
  let at: JsonValue | undefined = JSON.parse(line) as JsonValue;
  for (const key of path) at = (at as Record<string | number, JsonValue> | undefined)?.[key];
  return at ?? null;
}
