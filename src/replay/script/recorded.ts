import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { FixtureEntry, FixtureEvent, FixtureFrame, FixtureHeader } from '../../fixture/format/format.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { keyOf, keyOfValue, type RequestKey } from '../../model/state/request-key.js';
import { otherOf, type Sender } from '../../wire/frame.js';
import type { JsonValue } from '../../wire/json-text.js';
import { readMessage, type Message, type SingleMessage } from '../../wire/message.js';

/** The facts about one message of a frame that matter for order. Small, because there is one for each frame of the fixture. */
export interface Said {
  readonly kind: SingleMessage['kind'];
  /** For a response, the method of its request, if there is one. */
  readonly method: string | undefined;
  readonly key: RequestKey | undefined;
  /** The session that its params name. */
  readonly sessionId: string | undefined;
  /** The session that its result names. */
  readonly madeSessionId: string | undefined;
  /** For a response: whether it is a success. */
  readonly isOk: boolean;
  /** For a session/update: its kind. */
  readonly updateKind: string | undefined;
  /** For a state update of v2: whether it says that the session is idle. */
  readonly isIdle: boolean;
  /** For a response: the frame with its request. For a `$/cancel_request`: the frame with the request that it withdraws. */
  readonly request: RecordedFrame | undefined;
  /** For a `$/cancel_request`: the key of that request. */
  readonly withdrawn: RequestKey | undefined;
}

/** One frame of the fixture that is to be sent or awaited. */
export interface RecordedFrame {
  /** Its place on the timeline of the fixture, where events count too. */
  readonly seq: number;
  /** Its line in the file, from 1. */
  readonly line: number | undefined;
  readonly sender: Sender | 'stderr';
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
  readonly terminated: boolean;
  readonly atNs: number | undefined;
  /** The version of the protocol that applies to it. */
  readonly version: ProtocolVersion;
  /** One message, or those of a batch; none for stderr. */
  readonly said: readonly Said[];
  /** Whether it is a batch: several messages, or an empty list. */
  readonly isBatch: boolean;
  /** The frames that answer its requests. */
  readonly answers: ReadonlyMap<RequestKey, RecordedFrame>;
}

/** An event of the fixture, and how many frames of the client come before it. */
export interface PlacedEvent {
  readonly event: FixtureEvent;
  readonly seq: number;
  readonly clientFramesBefore: number;
}

/** A fixture after reading: requests and answers are matched, but the order is not analysed yet. */
export interface Recorded {
  readonly frames: readonly RecordedFrame[];
  readonly events: readonly PlacedEvent[];
}

/** Reads the entries of a fixture in order. */
export class RecordedReader {
  readonly #frames: RecordedFrame[] = [];
  readonly #events: PlacedEvent[] = [];
  readonly #open = { client: new Map<RequestKey, OpenRequest[]>(), agent: new Map<RequestKey, OpenRequest[]>() };
  /** The latest request with each id, answered or not. */
  readonly #latest = { client: new Map<RequestKey, RecordedFrame>(), agent: new Map<RequestKey, RecordedFrame>() };
  /** The facts of the latest update of each session. */
  readonly #latestUpdates = new Map<string | undefined, readonly [Said]>();
  #clientFrames = 0;
  #seq = 0;
  #version: ProtocolVersion;

  readonly #keepsBlank: boolean;

  /**
   * @param version the version in the fixture's header, for a fixture without the handshake
   * @param keepsBlank whether blank lines of the client are frames too: they are not messages, but an agent may answer them
   */
  constructor(version: ProtocolVersion = 1, keepsBlank = false) {
    this.#version = version;
    this.#keepsBlank = keepsBlank;
  }

  entry(entry: FixtureEntry, line?: number): void {
    const seq = this.#seq;
    this.#seq += 1;
    if (entry.type === 'event') {
      this.#events.push({ event: entry, seq, clientFramesBefore: this.#clientFrames });
      return;
    }
    const frame = newFrame(entry, { seq, line, version: this.#version });
    if (frame.sender !== 'stderr' && !this.#read(frame, frame.sender)) return;
    this.#frames.push(frame);
    if (frame.sender === 'client') this.#clientFrames += 1;
  }

  end(): Recorded {
    return { frames: this.#frames, events: this.#events };
  }

  /** Reads the messages of a frame; false for a blank line of the client that is not kept. */
  #read(frame: NewFrame, sender: Sender): boolean {
    const message = readMessage(frame.bytes, frame.text);
    if (sender === 'client' && !this.#keepsBlank && isBlank(message)) return false;
    if (message.kind === 'batch') {
      frame.isBatch = true;
      frame.said = message.messages.map((entry) => this.#say(entry, sender, frame));
    } else if (message.kind === 'notification' && message.method === 'session/update') {
      frame.said = this.#update(message.params);
    } else frame.said = [this.#say(message, sender, frame)];
    // an initialize and its answer have the version that they name
    frame.version = this.#version;
    return true;
  }

  /** The facts of an update. Most updates have the same facts as the update before them in their session, and share the object. */
  #update(params: JsonValue | undefined): readonly Said[] {
    const facts = namedBy('session/update', params);
    const latest = this.#latestUpdates.get(facts.sessionId);
    if (latest !== undefined && isAlike(latest[0], facts)) return latest;
    const said = [facts] as const;
    this.#latestUpdates.set(facts.sessionId, said);
    return said;
  }

  #say(message: SingleMessage, sender: Sender, frame: NewFrame): Said {
    switch (message.kind) {
      case 'request': {
        const key = keyOf(message) ?? keyOfValue(null);
        if (message.method === 'initialize') this.#noteVersion(objectOf(message.params)?.['protocolVersion']);
        if (frame.answers === NO_ANSWERS) frame.answers = new Map();
        const open = this.#open[sender].get(key) ?? [];
        open.push({ frame, method: message.method });
        this.#open[sender].set(key, open);
        this.#latest[sender].set(key, frame);
        return { ...namedBy(message.method, message.params), kind: 'request', key };
      }
      case 'notification': {
        const facts = namedBy(message.method, message.params);
        if (message.method !== CANCEL_REQUEST) return facts;
        const withdrawn = withdrawnKey(message.params);
        // the request may have been answered already
        const request = withdrawn === undefined ? undefined : this.#latest[sender].get(withdrawn);
        return { ...facts, withdrawn, request };
      }
      case 'response':
        return this.#answer(message, sender, frame);
      case 'malformed':
        return NOTHING_SAID;
      default:
        return message satisfies never;
    }
  }

  #answer(message: SingleMessage & { kind: 'response' }, sender: Sender, frame: RecordedFrame): Said {
    const { outcome } = message;
    const key = keyOf(message);
    const result = outcome.ok ? objectOf(outcome.result) : undefined;
    const asked = key === undefined ? undefined : this.#take(otherOf(sender), key);
    if (key !== undefined) asked?.frame.answers.set(key, frame);
    if (asked?.method === 'initialize') this.#noteVersion(result?.['protocolVersion']);
    return {
      ...NOTHING_SAID,
      kind: 'response',
      key,
      method: asked?.method,
      madeSessionId: textOf(result?.['sessionId']),
      isOk: outcome.ok,
      request: asked?.frame,
    };
  }

  /** The oldest unanswered request with that id. */
  #take(asker: Sender, key: RequestKey): OpenRequest | undefined {
    const open = this.#open[asker].get(key);
    const oldest = open?.shift();
    if (open?.length === 0) this.#open[asker].delete(key);
    return oldest;
  }

  #noteVersion(said: JsonValue | undefined): void {
    if (typeof said === 'number') this.#version = said >= 2 ? 2 : 1;
  }
}

/**
 * A reader for a fixture with these headers, which may name the version if the handshake is missing.
 *
 * @param keepsBlank see {@link RecordedReader}
 */
export function recordedReader(headers: readonly FixtureHeader[], keepsBlank?: boolean): RecordedReader {
  const protocol = headers.find(([name]) => name === 'protocol')?.[1];
  return new RecordedReader(protocol?.startsWith('2') ? 2 : 1, keepsBlank);
}

/** A frame while it is read. */
type NewFrame = { -readonly [Member in keyof RecordedFrame]: RecordedFrame[Member] } & {
  answers: Map<RequestKey, RecordedFrame>;
};

interface OpenRequest {
  readonly frame: NewFrame;
  readonly method: string;
}

const NO_MESSAGES: readonly Said[] = [];
/** Shared by all frames without requests; frames with requests have their own map. */
const NO_ANSWERS = new Map<RequestKey, RecordedFrame>();

function newFrame(
  { stream, bytes, text, terminated, atNs }: FixtureFrame,
  { seq, line, version }: Pick<RecordedFrame, 'seq' | 'line' | 'version'>,
): NewFrame {
  return {
    seq,
    line,
    sender: stream,
    bytes,
    text,
    terminated,
    atNs,
    version,
    said: NO_MESSAGES,
    isBatch: false,
    answers: NO_ANSWERS,
  };
}

/** Withdraws a request of its own sender (spec: v1/cancellation). */
export const CANCEL_REQUEST = '$/cancel_request';

const NOTHING_SAID: Said = {
  kind: 'malformed',
  method: undefined,
  key: undefined,
  sessionId: undefined,
  madeSessionId: undefined,
  isOk: false,
  updateKind: undefined,
  isIdle: false,
  request: undefined,
  withdrawn: undefined,
};

function namedBy(method: string, value: JsonValue | undefined): Said {
  const params = objectOf(value);
  const update = method === 'session/update' ? objectOf(params?.['update']) : undefined;
  return {
    kind: 'notification',
    method,
    key: undefined,
    sessionId: textOf(params?.['sessionId']),
    madeSessionId: undefined,
    isOk: false,
    updateKind: textOf(update?.['sessionUpdate']),
    isIdle: update?.['state'] === 'idle',
    request: undefined,
    withdrawn: undefined,
  };
}

/** Whether two updates of a session have the same facts. */
function isAlike(one: Said, other: Said): boolean {
  return one.updateKind === other.updateKind && one.isIdle === other.isIdle;
}

function withdrawnKey(params: JsonValue | undefined): RequestKey | undefined {
  const id = objectOf(params)?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? keyOfValue(id) : undefined;
}

function isBlank(message: Message): boolean {
  return message.kind === 'malformed' && message.reason === 'blank';
}
