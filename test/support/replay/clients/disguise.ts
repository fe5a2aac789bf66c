import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { OPENING, methodOf, paramsOf, type Reading } from './reading.js';
import { isObject, type Entry, type Message } from './recorded.js';

/** How the folders of a conversation are called by another client. */
export type Folders = (recorded: string, index: number) => string;

export const FOLDERS: Readonly<Record<string, Folders>> = {
  'the recorded folders': (recorded) => recorded,
  'other folders': (_recorded, index) => `/home/somebody/work-${index}`,
  '/tmp': () => '/tmp',
  'the top folder': () => '/',
  'folders with odd names': (_recorded, index) => `/mnt/Größe & Maß (${index})/été`,
  'one folder for all': () => '/builds/checkout',
  'folders in each other': (_recorded, index) => `/w${'/deeper'.repeat(index)}`,
  'folders in the recorded ones': (recorded) => `${recorded}/deeper`,
  'the folder above': (recorded) => recorded.replace(/(.)\/[^/]*$/, '$1'),
};

/**
 * The same conversation in other words: other ids of requests, of terminals and of the sessions that the client brings,
 * and other folders. What the client says and what the agent must say then, each from what was recorded.
 */
export class Disguise {
  readonly #reading: Reading;
  readonly #roots = new Map<string, string>();
  readonly #rootsOf = new Map<string, Set<string>>();
  /** Other ids of the client's requests; of those in batches by the recorded id. */
  readonly #ids = new Map<Entry | string, JsonValue>();
  readonly #names = new Map<string, string>();

  /** @param renames whether ids are other ones too */
  constructor(reading: Reading, folders: Folders, renames: boolean) {
    this.#reading = reading;
    this.#findRoots(folders);
    if (renames) this.#rename();
  }

  /** What the client says in the place of a message that was recorded. */
  said(entry: Entry): string {
    if (entry.message.kind === 'nothing' || entry.message.kind === 'unreadable') return entry.line;
    return JSON.stringify(this.#inOtherWords(entry));
  }

  /** What the agent must say in the place of a frame that was recorded; what is no JSON, as it stands. */
  expected(frame: Entry): JsonValue {
    return frame.message.kind === 'unreadable' ? frame.line : this.#inOtherWords(frame);
  }

  #inOtherWords(entry: Entry): JsonValue {
    const moved = moveAll(JSON.parse(entry.line) as JsonValue, this.#rootsFor(entry));
    if (!Array.isArray(moved)) return this.#renamed(moved, entry.message, entry);
    const messages = entry.message.kind === 'batch' ? entry.message.messages : [];
    return (moved as readonly JsonValue[]).map((one, i) => this.#renamed(one, messages[i] ?? entry.message, entry));
  }

  #renamed(moved: JsonValue, message: Message, entry: Entry): JsonValue {
    if (!isObject(moved)) return moved;
    const isOurs = (message.kind === 'response') !== (entry.from === 'client');
    const request = message.kind === 'response' ? this.#reading.requestOf(entry) : entry;
    const { id } = moved;
    const params = renamedAtTop(moved['params'], this.#names);
    const result = renamedAtTop(moved['result'], this.#names);
    return {
      ...moved,
      ...(id !== undefined && isOurs && { id: this.#idOf(request, id) }),
      ...(params !== undefined && {
        params: this.#namesOurRequest(message, entry) ? this.#withRequestId(params, entry) : params,
      }),
      ...(result !== undefined && { result }),
    };
  }

  /** Of the ids that params name: the client withdraws what it asked, and an elicitation may belong to what the client asked. */
  #namesOurRequest(message: Message, { from }: Entry): boolean {
    const method = message.kind === 'request' || message.kind === 'notification' ? message.method : '';
    return from === 'client' ? method === '$/cancel_request' : method === 'elicitation/create';
  }

  #withRequestId(params: JsonValue, entry: Entry): JsonValue {
    if (!isObject(params) || params['requestId'] === undefined) return params;
    return { ...params, requestId: this.#idOf(this.#reading.cancelledBy(entry), params['requestId']) };
  }

  #idOf(request: Entry | undefined, id: JsonValue): JsonValue {
    return (request && this.#ids.get(request)) ?? this.#ids.get(JSON.stringify(id)) ?? id;
  }

  /** The roots of its session; all of them where it has none. */
  #rootsFor(entry: Entry): ReadonlyMap<string, string> {
    const session = this.#reading.sessionOf(entry);
    const own = session === undefined ? undefined : this.#rootsOf.get(session);
    return own === undefined ? this.#roots : new Map([...this.#roots].filter(([root]) => own.has(root)));
  }

  #findRoots(folders: Folders): void {
    for (const entry of this.#reading.recorded.client) {
      if (![...OPENING, 'session/list'].includes(methodOf(entry) ?? '')) continue;
      const { cwd, additionalDirectories } = paramsOf(entry);
      const session = this.#reading.sessionOf(entry);
      for (const root of [
        cwd,
        ...(Array.isArray(additionalDirectories) ? (additionalDirectories as JsonValue[]) : []),
      ]) {
        if (typeof root !== 'string' || !root.startsWith('/')) continue;
        if (!this.#roots.has(root)) this.#roots.set(root, folders(root, this.#roots.size));
        if (session !== undefined) this.#rootsOf.set(session, (this.#rootsOf.get(session) ?? new Set()).add(root));
      }
    }
  }

  #rename(): void {
    const { client } = this.#reading.recorded;
    for (const entry of client) {
      if (entry.message.kind !== 'request') continue;
      // some agents answer only numbers, and no client sends an id that it used before
      const id = otherId(entry.message.id, this.#ids.size);
      this.#ids.set(entry, id);
      this.#ids.set(entry.message.id, id);
    }
    const isListed = client.some((entry) => methodOf(entry) === 'session/list');
    for (const entry of client) {
      const isBrought = ['session/load', 'session/resume'].includes(methodOf(entry) ?? '');
      const session = isBrought ? this.#reading.sessionOf(entry) : undefined;
      if (session !== undefined && !isListed && !this.#reading.isMade(session))
        this.#names.set(session, `brought-${session}`);
      const terminal = this.#terminalMadeBy(entry);
      if (terminal !== undefined) this.#names.set(terminal, `other-${terminal}`);
    }
  }

  #terminalMadeBy(entry: Entry): string | undefined {
    const request = this.#reading.requestOf(entry);
    if (request === undefined || methodOf(request) !== 'terminal/create' || entry.message.kind !== 'response')
      return undefined;
    const { outcome } = entry.message;
    return isObject(outcome) && typeof outcome['terminalId'] === 'string' ? outcome['terminalId'] : undefined;
  }
}

function otherId(id: string, count: number): JsonValue {
  return id.startsWith('"') ? `other-${count}` : 1000 + 7 * count;
}

/** Ids of sessions and terminals at the places where the schema has them: at the top, and in the content of tool calls. */
function renamedAtTop(value: JsonValue | undefined, names: ReadonlyMap<string, string>): JsonValue | undefined {
  if (!isObject(value)) return value;
  const renamed: Record<string, JsonValue> = { ...value };
  for (const name of ['sessionId', 'terminalId']) {
    const id = value[name];
    if (typeof id === 'string') renamed[name] = names.get(id) ?? id;
  }
  const { update } = value;
  if (isObject(update) && Array.isArray(update['content'])) {
    const content = (update['content'] as readonly JsonValue[]).map((part) => renamedAtTop(part, names) ?? null);
    renamed['update'] = { ...update, content };
  }
  return renamed;
}

function moveAll(value: JsonValue, roots: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return moved(value, roots);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => moveAll(item, roots));
  if (!isObject(value)) return value;
  const members: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, moveAll(item, roots)]),
  );
  return members;
}

/** A text with its paths in other folders: the longest root first, and only where a path can begin and end. */
export function moved(text: string, roots: ReadonlyMap<string, string>): string {
  const exact = roots.get(text);
  if (exact !== undefined) return exact;
  const inText = [...roots.keys()].filter((root) => root !== '/').sort((a, b) => b.length - a.length);
  const replaced = inText.length === 0 ? text : movedInside(text, inText, roots);
  const top = roots.get('/');
  const isInside = inText.some((root) => new RegExp(`^${escaped(root)}${endOf(root)}`, 'u').test(text));
  if (top === undefined || replaced !== text || !text.startsWith('/') || isInside) return replaced;
  return top === '/' ? text : `${top}${text === '/' ? '' : text}`;
}

function movedInside(text: string, inText: readonly string[], roots: ReadonlyMap<string, string>): string {
  const paths = inText.map((root) => `${escaped(root)}${endOf(root)}`).join('|');
  const uris = inText.map((root) => `${escaped(encodeURI(root))}${endOf(root)}`).join('|');
  const anywhere = new RegExp(`(?<=file://)(?:${uris})|(?<=${PATH_BEGINS})(?:${paths})`, 'gu');
  return text.replace(anywhere, (found: string, at: number) => {
    const isUri = text.slice(0, at).endsWith('file://');
    const live = roots.get(isUri ? decodeURI(found) : found) ?? found;
    // below the top folder there is one slash, not two
    if (live === '/' && text[at + found.length] === '/') return '';
    return isUri ? encodeURI(live) : live;
  });
}

const PATH_BEGINS = String.raw`^|[^\w.~\/-]`;

/** What follows a root in a text; one of a single name is one only where more of a path follows. */
function endOf(root: string): string {
  return isShort(root) ? '(?=/)' : String.raw`(?![\w~-]|\.\w)`;
}

function isShort(root: string): boolean {
  return root.lastIndexOf('/') === 0;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
