import type { ProtocolVersion } from '../acp/protocol.js';
import type { FixtureEntry, FixtureEvent, FixtureFrame } from '../fixture/format.js';
import { objectOf, textOf } from '../model/json-access.js';
import { keyOf, keyOfValue, type RequestKey } from '../model/request-key.js';
import { otherOf } from '../model/step.js';
import type { Sender } from '../wire/frame.js';
import type { JsonValue } from '../wire/json-text.js';
import { readMessage, type Message, type SingleMessage } from '../wire/message.js';

/** What one message of a frame says that matters for order: small, as there is one for each frame of the fixture. */
export interface Said {
  readonly kind: SingleMessage['kind'];
  /** Of a response, that of the request it answers, where there is one. */
  readonly method: string | undefined;
  readonly key: RequestKey | undefined;
  /** The session that its params name. */
  readonly sessionId: string | undefined;
  /** The session that its result names. */
  readonly madeSessionId: string | undefined;
  /** Of a response: whether it tells of success. */
  readonly isOk: boolean;
  /** Of a session/update: its kind. */
  readonly updateKind: string | undefined;
  /** Of a state update of v2: it says that the session is idle. */
  readonly isIdle: boolean;
  /** Of a response: the frame with its request. Of a `$/cancel_request`: the frame with the request it withdraws. */
  readonly request: RecordedFrame | undefined;
  /** Of a `$/cancel_request`: the key of that request. */
  readonly withdrawn: RequestKey | undefined;
}

/** One frame of the fixture that is to be sent or awaited. */
export interface RecordedFrame {
  /** Its place on the timeline of the fixture, events counted. */
  readonly seq: number;
  /** The line of the file where it stands, from 1. */
  readonly line: number | undefined;
  readonly sender: Sender | 'stderr';
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
  readonly terminated: boolean;
  readonly atNs: number | undefined;
  /** The version whose rules it is under. */
  readonly version: ProtocolVersion;
  /** One, or those of a batch; none of stderr. */
  readonly said: readonly Said[];
  /** It is a batch: its bytes hold several messages, or an empty list. */
  readonly isBatch: boolean;
  /** The frames that answer its requests, in the order of {@link said}. */
  readonly answers: Map<RequestKey, RecordedFrame>;
}

/** An event of the fixture and how many frames of the client stood before it. */
export interface PlacedEvent {
  readonly event: FixtureEvent;
  readonly seq: number;
  readonly clientFramesBefore: number;
}

/** A fixture as it was read: who answered whom is found, no order is explained yet. */
export interface Recorded {
  readonly frames: readonly RecordedFrame[];
  readonly events: readonly PlacedEvent[];
}

/** Reads the entries of a fixture in order. */
export class RecordedReader {
  readonly #frames: RecordedFrame[] = [];
  readonly #events: PlacedEvent[] = [];
  readonly #open = { client: new Map<RequestKey, OpenRequest[]>(), agent: new Map<RequestKey, OpenRequest[]>() };
  #clientFrames = 0;
  #seq = 0;
  #version: ProtocolVersion;

  /** @param version the version that the fixture's header tells, for one that does not hold the handshake */
  constructor(version: ProtocolVersion = 1) {
    this.#version = version;
  }

  entry(entry: FixtureEntry, line?: number): void {
    const seq = this.#seq;
    this.#seq += 1;
    if (entry.type === 'event') {
      this.#events.push({ event: entry, seq, clientFramesBefore: this.#clientFrames });
      return;
    }
    const frame = entry.stream === 'stderr' ? this.#stderr(entry, seq, line) : this.#frame(entry, seq, line);
    if (frame === undefined) return;
    this.#frames.push(frame);
    if (frame.sender === 'client') this.#clientFrames += 1;
  }

  end(): Recorded {
    return { frames: this.#frames, events: this.#events };
  }

  #stderr({ bytes, text, terminated, atNs }: FixtureFrame, seq: number, line: number | undefined): RecordedFrame {
    const version = this.#version;
    const rest = { said: [], isBatch: false, answers: new Map<RequestKey, RecordedFrame>() };
    return { seq, line, sender: 'stderr', bytes, text, terminated, atNs, version, ...rest };
  }

  /** Undefined for a blank line of the client: it is no message. */
  #frame(entry: FixtureFrame, seq: number, line: number | undefined): RecordedFrame | undefined {
    const { stream: sender, bytes, text, terminated, atNs } = entry;
    if (sender === 'stderr') return undefined;
    const message = readMessage(bytes, text);
    if (sender === 'client' && isBlank(message)) return undefined;
    const said: Said[] = [];
    const frame = {
      seq,
      line,
      sender,
      bytes,
      text,
      terminated,
      atNs,
      version: this.#version,
      said,
      isBatch: message.kind === 'batch',
      answers: new Map<RequestKey, RecordedFrame>(),
    };
    for (const single of message.kind === 'batch' ? message.messages : [message]) {
      said.push(this.#say(single, sender, frame));
    }
    // an initialize, and its answer, is under the version that it tells
    frame.version = this.#version;
    return frame;
  }

  #say(message: SingleMessage, sender: Sender, frame: RecordedFrame): Said {
    switch (message.kind) {
      case 'request': {
        const key = keyOf(message) ?? keyOfValue(null);
        if (message.method === 'initialize') this.#noteVersion(objectOf(message.params)?.['protocolVersion']);
        const open = this.#open[sender].get(key) ?? [];
        open.push({ frame, method: message.method });
        this.#open[sender].set(key, open);
        return { ...namedBy(message.method, message.params), kind: 'request', key };
      }
      case 'notification': {
        const facts = namedBy(message.method, message.params);
        if (message.method !== CANCEL_REQUEST) return facts;
        const withdrawn = withdrawnKey(message.params);
        const request = withdrawn === undefined ? undefined : this.#open[sender].get(withdrawn)?.at(-1)?.frame;
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

  /** The oldest request of that id that is not answered. */
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

interface OpenRequest {
  readonly frame: RecordedFrame;
  readonly method: string;
}

/** Withdraws a request of its own sender (cancellation: `$/cancel_request`). */
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
    ...NOTHING_SAID,
    kind: 'notification',
    method,
    sessionId: textOf(params?.['sessionId']),
    updateKind: textOf(update?.['sessionUpdate']),
    isIdle: update?.['state'] === 'idle',
  };
}

function withdrawnKey(params: JsonValue | undefined): RequestKey | undefined {
  const id = objectOf(params)?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? keyOfValue(id) : undefined;
}

function isBlank(message: Message): boolean {
  return message.kind === 'malformed' && message.reason === 'blank';
}
