import type { Connection } from '../model/state/connection.js';
import { textOf } from '../model/json-access.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json-text.js';
import { StableText, type NamedRoot } from './stable-text.js';

/** Members that hold an id, whoever minted it: it means what it names, and that is compared where it stands. */
const IDS: ReadonlyMap<string, string> = new Map([
  ['sessionId', '<session id>'],
  ['toolCallId', '<tool call id>'],
  ['terminalId', '<terminal id>'],
  ['messageId', '<message id>'],
  ['userMessageId', '<message id>'],
  ['requestId', '<request id>'],
  ['elicitationId', '<elicitation id>'],
  ['compactionId', '<compaction id>'],
  ['cursor', '<cursor>'],
  ['nextCursor', '<cursor>'],
]);

/** Members that hold a time (session-list, content: annotations). */
const TIMES: ReadonlySet<string> = new Set(['updatedAt', 'lastModified']);

/** Members of data that has no schema: what programs call the ids that they count or draw. */
const OTHER_ID =
  /^(?:.*_)?(?:call|process|chunk|thread|turn|trace|span)_?id$|(?:call|process|chunk|thread|turn|trace|span)Id$|^pid$/i;
/** The same of times; a number with such a name is one if it is as large as ms since 1970 are. */
const OTHER_TIME = /^(?:.*_)?(?:at|time|timestamp)(?:_[mnu]?s)?$|(?:At|Time|Timestamp)(?:Ms|Ns)?$/;
const LEAST_TIME = 1e11;
/** What says how long something took, in what a tool put out; what goes into one is no measurement. */
const DURATION = /^(?:.*_)?(?:duration|elapsed)(?:_[mnu]?s)?$|(?:duration|elapsed)(?:Ms|Ns)?$/i;

/** Shorter ones are looked for nowhere but in their members: they are words and numbers. */
const SHORTEST_ID = 8;
const REMEMBERED_IDS = 200_000;
/** Folders of other sessions beyond this are not looked for: each makes the search for all of them slower. */
const NAMED_FOLDERS = 50;

/** Folders of a session. */
interface Roots {
  readonly cwd: string | undefined;
  readonly others: readonly string[];
}

interface StableOptions {
  /** Params of the message itself: a request that makes a session brings its folders. */
  readonly own?: JsonObject | undefined;
  /** It is what a tool put out. */
  readonly isOutput?: boolean;
}

/** Brings values of one conversation into a form that another run of it has too. */
export class StableValues {
  readonly #keepsMeta: boolean;
  readonly #ids = new Map<string, string>();
  readonly #texts = new Map<string, StableText>();

  /** @param keepsMeta `_meta` is a part of the values */
  constructor(keepsMeta: boolean) {
    this.#keepsMeta = keepsMeta;
  }

  /** @param sessionId whose folders are meant; without one those of all sessions */
  of(value: JsonValue, connection: Connection, sessionId: string | undefined, more: StableOptions = {}): JsonValue {
    const { sessions } = connection;
    const { own, isOutput = false } = more;
    const session = sessionId === undefined ? undefined : sessions.get(sessionId);
    const first = own === undefined ? [] : [rootsIn(own)];
    if (session !== undefined) first.push(rootsOf(session));
    const others = [...sessions.values()].filter((other) => other !== session).map(rootsOf);
    return this.#stable(value, { texts: this.#textsFor(first, others), isOutput }, undefined);
  }

  /** The id of a session came into sight. */
  noteSession(id: string): void {
    this.#note(id, '<session id>');
  }

  #note(id: string, name: string): void {
    if (id.length >= SHORTEST_ID && this.#ids.size < REMEMBERED_IDS) this.#ids.set(id, name);
  }

  #textsFor(own: readonly Roots[], others: readonly Roots[]): StableText {
    const named = new Map(own.flatMap(namesOf).reverse());
    const isOfAll = own.length === 0;
    for (const [folder, name] of others.flatMap(namesOf)) {
      if (named.size >= NAMED_FOLDERS) break;
      if (!named.has(folder)) named.set(folder, isOfAll ? name : name.replace('<', '<other '));
    }
    const key = [...named].join('\n');
    const known = this.#texts.get(key) ?? new StableText([...named], this.#ids);
    this.#texts.set(key, known);
    return known;
  }

  #stable(value: JsonValue, way: Way, member: string | undefined): JsonValue {
    if (member !== undefined) {
      const name = this.#nameOf(value, member, way);
      if (name !== undefined) return name;
    }
    if (typeof value === 'string') return way.texts.of(value);
    if (Array.isArray(value)) {
      return (value as readonly JsonValue[]).map((item) => this.#stable(item, way, undefined));
    }
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).filter(([name]) => this.#keepsMeta || name !== '_meta');
    return Object.fromEntries(members.map(([name, inner]) => [way.texts.of(name), this.#stable(inner, way, name)]));
  }

  /** What stands for a member that is an id or a time; undefined where it is neither. */
  #nameOf(value: JsonValue, member: string, { isOutput }: Way): string | undefined {
    const isSaid = typeof value === 'string' || typeof value === 'number';
    const id = IDS.get(member) ?? (OTHER_ID.test(member) ? '<id>' : undefined);
    if (id !== undefined && isSaid) {
      this.#note(String(value), id);
      return id;
    }
    if (TIMES.has(member) && isSaid) return '<time>';
    if (typeof value === 'number' && value >= LEAST_TIME && OTHER_TIME.test(member)) return '<time>';
    return isOutput && value !== null && DURATION.test(member) ? '<duration>' : undefined;
  }
}

/** How a value is gone through. */
interface Way {
  readonly texts: StableText;
  readonly isOutput: boolean;
}

function rootsIn(params: JsonObject): Roots {
  const { additionalDirectories } = params;
  const others = Array.isArray(additionalDirectories) ? (additionalDirectories as readonly JsonValue[]) : [];
  return { cwd: textOf(params['cwd']), others: others.filter((folder) => typeof folder === 'string') };
}

function rootsOf({ cwd, roots }: { readonly cwd: string | undefined; readonly roots: readonly string[] }): Roots {
  return { cwd, others: roots.filter((folder) => folder !== cwd) };
}

function namesOf({ cwd, others }: Roots): NamedRoot[] {
  const named = others.map((folder, i): NamedRoot => [folder, `<dir ${i + 1}>`]);
  return cwd === undefined ? named : [[cwd, '<cwd>'], ...named];
}
