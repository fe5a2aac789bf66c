import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import type { StandIns } from '../../fixture/redact/stand-ins.js';
import type { IdPlace } from '../../fixture/rewrite/id-places.js';
import { keyOfValue, type RequestKey } from '../../model/state/request-key.js';
import type { JsonValue } from '../../wire/json-text.js';
import { readMessage, type Message, type SingleMessage } from '../../wire/message.js';
import { isAbsolute, rootKey, type Bindings } from './bindings.js';
import { isSameFileUri } from './file-uris.js';
import { lackingCapabilities } from './lacking-capabilities.js';
import { differences, type FieldDifference, type Judge, type Verdict } from './differences.js';
import { memberPointer, pointerTo, valueAt } from './json-places.js';
import { placesOf, sessionOf, textOfFrame } from './live-frames.js';
import type { LiveMessage } from './live-message.js';
import { isSameNumber, spellingsOf, type Spellings } from './spellings.js';
import type { ReplayOptions } from './match-options.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage } from '../script/script.js';

/** The result of a comparison, and the bindings that follow if the message is the recorded one. */
export interface Comparison {
  readonly differences: readonly FieldDifference[];
  /** Binds the new live values to the recorded ones. */
  readonly commit: () => void;
}

/** The facts about the whole fixture that a comparison needs. */
export interface ComparedFixture {
  readonly bindings: Bindings;
  readonly protocol: PlaceProtocol;
  readonly options: ReplayOptions;
  /** Capabilities of the client that the recorded agent used. */
  readonly usedCapabilities: readonly (readonly string[])[];
  /** Whether the recorded agent gave this id to a session, so that no other session may have it. */
  isGiven(sessionId: string): boolean;
  /** Whether the recorded agent sent a text before that place of the fixture. */
  saidBefore(text: string, seq: number): boolean;
  /** The placeholders for redacted texts. */
  readonly standIns: StandIns;
}

/** Compares a live message with a recorded one. Nothing is bound until the comparison is committed. */
export function compareMessages(recorded: ClientMessage, live: LiveMessage, fixture: ComparedFixture): Comparison {
  const text = textOfFrame(recorded.frame);
  const message = text === undefined ? undefined : readMessage(recorded.frame.bytes, text);
  if (recorded.kind === 'malformed' || text === undefined || message === undefined) {
    return { differences: lineDifferences(recorded, live), commit: NOTHING };
  }
  return new MessageJudge(recorded, { text, message }, { live, fixture }).comparison();
}

const HEX_BYTES = 60;

/** Compares lines that are not messages byte by byte. */
function lineDifferences({ frame }: ClientMessage, { bytes, text }: LiveMessage): FieldDifference[] {
  const isEqual = frame.bytes.length === bytes.length && frame.bytes.every((byte, i) => byte === bytes[i]);
  return isEqual
    ? []
    : [{ pointer: '', expected: textOfFrame(frame) ?? inHex(frame.bytes), received: text ?? inHex(bytes) }];
}

/** Bytes that cannot be shown as text, in hex. */
function inHex(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, HEX_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return bytes.length > HEX_BYTES ? `${shown}...` : shown;
}

const NOTHING = (): void => undefined;

/** Members of the params of initialize, by version: the client's name does not matter, and it may offer more capabilities. */
const INTRODUCTIONS = {
  1: { info: '/params/clientInfo', capabilities: '/params/clientCapabilities' },
  2: { info: '/params/info', capabilities: '/params/capabilities' },
} as const;

type Introduction = (typeof INTRODUCTIONS)[1 | 2];

/** The members that introduce a client. A client of v2 may send those of v1 as well. */
function introductionOf({ kind, method, key, frame }: ClientMessage): readonly Introduction[] | undefined {
  if (kind !== 'request' || method !== 'initialize') return undefined;
  const agreed = (key && frame.answers.get(key)?.version) ?? frame.version;
  return agreed === 1 ? [INTRODUCTIONS[1]] : [INTRODUCTIONS[1], INTRODUCTIONS[2]];
}

/** Knows the live meaning of each place in one recorded message. */
class MessageJudge implements Judge {
  readonly #recorded: ClientMessage;
  readonly #message: Message;
  readonly #live: LiveMessage;
  readonly #liveJson: JsonValue | undefined;
  readonly #fixture: ComparedFixture;
  readonly #places: ReadonlyMap<string, IdPlace>;
  readonly #commits: (() => void)[] = [];
  /** Folders that this message would bind. */
  readonly #newRoots = new Map<string, string>();
  /** The meanings that this message would give to placeholders. */
  readonly #newMeanings = new Map<string, string>();
  readonly #text: (said: string) => string;
  readonly #introduction: readonly Introduction[] | undefined;
  /** The spellings that parsing loses, of both messages. */
  readonly #spelled: { readonly recorded: Spellings; readonly live: Spellings };

  constructor(
    recorded: ClientMessage,
    { text, message }: { readonly text: string; readonly message: Message },
    { live, fixture }: { readonly live: LiveMessage; readonly fixture: ComparedFixture },
  ) {
    this.#recorded = recorded;
    this.#message = message;
    this.#live = live;
    this.#liveJson = jsonOf(live.message);
    this.#fixture = fixture;
    const places = placesOf(recorded.frame, text, message, fixture.protocol);
    this.#places = new Map(places.map((place) => [pointerTo(text, place.start), place]));
    for (const [pointer, place] of this.#places) if (place.kind === 'root') this.#bindRoot(pointer, place.value);
    this.#introduction = introductionOf(recorded);
    this.#spelled = {
      recorded: spellings(recorded.frame, text, message),
      live: spellings(live, live.text, live.message),
    };
    const rewriter = fixture.bindings.rewriter(recorded.lane).with(this.#newRoots);
    this.#text = (said) => rewriter.value(said);
  }

  comparison(): Comparison {
    const found = differences(jsonOf(this.#message), this.#liveJson, this);
    return {
      differences: found,
      commit: () => {
        for (const commit of this.#commits) commit();
        this.#fixture.standIns.bind(this.#newMeanings);
        this.#bindRequests();
      },
    };
  }

  text(expected: string): string {
    return this.#text(expected);
  }

  isSame(expected: string, received: string): boolean {
    const found = this.#fixture.standIns.meanings(expected, received, this.#newMeanings);
    for (const [standIn, meaning] of found ?? []) this.#newMeanings.set(standIn, meaning);
    return found !== undefined || isSameFileUri(expected, received);
  }

  meant(expected: string): string {
    return this.#fixture.standIns.text(expected, this.#newMeanings);
  }

  judge(pointer: string, recorded: JsonValue | undefined, live: JsonValue | undefined): Verdict | undefined {
    const { options, usedCapabilities } = this.#fixture;
    if (pointer.endsWith('/_meta') || options.ignore.includes(pointer)) return 'equal';
    const repeated = this.#judgeRepeated(pointer, recorded, live);
    if (repeated !== undefined) return repeated;
    const place = this.#places.get(pointer);
    if (place !== undefined) return this.#judgeId(place, pointer, live);
    if (this.#introduction?.some(({ info }) => info === pointer) === true) return 'equal';
    if (this.#introduction?.some(({ capabilities }) => capabilities === pointer) === true) {
      return lackingCapabilities(pointer, { recorded, live }, usedCapabilities);
    }
    if (pointer === '/result' && isEmptyResult(recorded) && isEmptyResult(live)) return 'equal';
    if (typeof recorded === 'number' && typeof live === 'number') return this.#judgeNumber(pointer, recorded, live);
    const rule = options.patterns.find((each) => each.pointer === pointer);
    if (rule === undefined || typeof recorded !== 'string' || !rule.pattern.isIn(recorded)) return undefined;
    return typeof live === 'string' && rule.pattern.isIn(live) ? 'equal' : { expected: recorded };
  }

  /** Compares all values of a repeated member, because parsers disagree about which one counts. */
  #judgeRepeated(
    pointer: string,
    expected: JsonValue | undefined,
    received: JsonValue | undefined,
  ): Verdict | undefined {
    const { recorded, live } = this.#spelled;
    const [was, came] = [recorded.repeated.get(pointer), live.repeated.get(pointer)];
    if (was === came || was?.join() === came?.join()) return undefined;
    const spelled = { recorded: valuesText(was, expected), received: valuesText(came, received) };
    return [{ pointer, expected, received, spelled }];
  }

  /** Compares numbers by their spelling if a JavaScript number cannot hold them. */
  #judgeNumber(pointer: string, expected: number, received: number): Verdict | undefined {
    const { recorded, live } = this.#spelled;
    const [was, came] = [recorded.numbers.get(pointer), live.numbers.get(pointer)];
    if (was === undefined && came === undefined) return undefined;
    const spelled = { recorded: was ?? String(expected), received: came ?? String(received) };
    return isSameNumber(spelled.recorded, spelled.received) ? 'equal' : [{ pointer, expected, received, spelled }];
  }

  #judgeId(place: IdPlace, pointer: string, live: JsonValue | undefined): Verdict | undefined {
    switch (place.kind) {
      case 'root':
        return this.#judgeRoot(place.value, live);
      case 'request':
        return this.#judgeRequestId(place, pointer, live);
      default:
        return this.#judgeOtherId(place, live);
    }
  }

  #judgeRoot(recorded: string, live: JsonValue | undefined): Verdict | undefined {
    const expected = this.#newRoots.get(rootKey(recorded)) ?? this.#fixture.bindings.root(recorded);
    if (expected === undefined) return live === recorded ? 'equal' : { expected: recorded };
    return typeof live === 'string' && rootKey(live) === expected ? 'equal' : { expected };
  }

  #bindRoot(pointer: string, recorded: string): void {
    const live = valueAt(this.#liveJson, pointer);
    const known = this.#newRoots.get(rootKey(recorded)) ?? this.#fixture.bindings.root(recorded);
    const brought = isAbsolute(recorded) && typeof live === 'string' && isAbsolute(live) ? rootKey(live) : undefined;
    const root = known ?? brought;
    if (root === undefined) return;
    this.#newRoots.set(rootKey(recorded), root);
    for (const [standIn, meaning] of this.#fixture.standIns.meaningsOfRoot(recorded, root)) {
      if (!this.#newMeanings.has(standIn)) this.#newMeanings.set(standIn, meaning);
    }
    this.#commits.push(() => {
      this.#fixture.bindings.bindRoot({ recorded, live: root }, this.#recorded.lane);
    });
  }

  /** The id of a request itself is free; an id that refers to another request has to refer to the same one. */
  #judgeRequestId(place: IdPlace, pointer: string, live: JsonValue | undefined): Verdict | undefined {
    const { withdraws, kind } = this.#recorded;
    if (pointer.endsWith('/id') && kind !== 'response' && this.#saysRequest(pointer)) {
      return typeof live === 'string' || typeof live === 'number' ? 'equal' : { expected: place.value };
    }
    if (place.asker === 'agent') return undefined;
    const { bindings } = this.#fixture;
    const key = place.value as RequestKey;
    const token = withdraws === undefined ? bindings.latestRequestId(key) : bindings.requestId(withdraws, key);
    if (token === undefined) return undefined;
    const expected = JSON.parse(token) as JsonValue;
    return keyOfValue(live) === keyOfValue(expected, token) ? 'equal' : { expected };
  }

  #saysRequest(pointer: string): boolean {
    return this.#entries().some((entry) => entry.pointer === pointer && entry.message.kind === 'request');
  }

  #judgeOtherId({ kind, value }: IdPlace, live: JsonValue | undefined): Verdict | undefined {
    const { bindings } = this.#fixture;
    const session = sessionOf(this.#recorded.frame);
    const bound = bindings.id(kind, session, value);
    if (bound !== undefined) return live === bound ? 'equal' : { expected: bound };
    if (!this.#isBroughtHere(kind, value) || typeof live !== 'string' || live === '') {
      return live === value ? 'equal' : { expected: value };
    }
    const taken = bindings.takenBy(kind, session, live);
    const isTaken = taken === undefined ? kind === 'session' && this.#fixture.isGiven(live) : taken !== value;
    if (isTaken) return { expected: value };
    this.#commits.push(() => {
      bindings.bindId(kind, session, { recorded: value, live });
    });
    return 'equal';
  }

  /** Whether the client created the id. */
  #isBroughtHere(kind: IdPlace['kind'], value: string): boolean {
    const { lane, method, frame } = this.#recorded;
    if (kind === 'session') return lane?.isBrought === true && lane.sessionId === value;
    if (kind === 'terminal' && this.#recorded.kind === 'response' && method === 'terminal/create') return true;
    return !this.#fixture.saidBefore(value, frame.seq);
  }

  #bindRequests(): void {
    const live = entriesOf(this.#live.message);
    for (const [i, { message }] of this.#entries().entries()) {
      const came = live[i]?.message;
      if (message.kind !== 'request' || came?.kind !== 'request') continue;
      const key = keyOfValue(message.json['id'], message.id);
      this.#fixture.bindings.bindRequest(this.#recorded, key, { recorded: message.id, live: came.id });
    }
  }

  #entries(): { readonly pointer: string; readonly message: SingleMessage }[] {
    return entriesOf(this.#message);
  }
}

const NO_SPELLINGS: Spellings = { numbers: new Map(), repeated: new Map() };

/** Each message is compared with several: its text is read once. */
const KNOWN_SPELLINGS = new WeakMap<RecordedFrame | LiveMessage, Spellings>();

/** The spellings of a message; empty if it is not JSON. */
function spellings(owner: RecordedFrame | LiveMessage, text: string | undefined, message: Message): Spellings {
  if (text === undefined || message.kind === 'malformed') return NO_SPELLINGS;
  const known = KNOWN_SPELLINGS.get(owner) ?? spellingsOf(text);
  KNOWN_SPELLINGS.set(owner, known);
  return known;
}

/** All values of a repeated member, as text. */
function valuesText(values: readonly string[] | undefined, value: JsonValue | undefined): string {
  if (values !== undefined) return `${values.join(', then ')} (the member is repeated)`;
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** The messages of a frame with the pointers to their ids. */
function entriesOf(message: Message): { readonly pointer: string; readonly message: SingleMessage }[] {
  if (message.kind !== 'batch') return [{ pointer: '/id', message }];
  return message.messages.map((entry, i) => ({ pointer: `${memberPointer('', i)}/id`, message: entry }));
}

function jsonOf(message: Message): JsonValue | undefined {
  return message.kind === 'batch' ? message.messages.map(({ json }) => json ?? null) : message.json;
}

/** An empty result may be written in two ways (v1/schema: responses without members). */
function isEmptyResult(value: JsonValue | undefined): boolean {
  return value === null || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);
}
