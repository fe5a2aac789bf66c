import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import { idPlaces, type IdPlace, type SaidMessage } from '../../fixture/rewrite/id-places.js';
import type { StandIns } from '../../fixture/redact/stand-ins.js';
import type { RootRewriter } from '../../fixture/rewrite/root-rewriter.js';
import { spliced } from '../../fixture/rewrite/splice.js';
import type { RequestKey } from '../../model/state/request-key.js';
import { readMessage, type Message } from '../../wire/message.js';
import type { Bindings } from './bindings.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage, Output } from '../script/script.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** All ids and folders in a recorded frame, at the places that the schema names. */
export function placesOf(frame: RecordedFrame, text: string, message: Message, protocol: PlaceProtocol): IdPlace[] {
  const { sender, said, version } = frame;
  if (sender === 'stderr') return [];
  const rules = protocol.of(version);
  const found = (said: SaidMessage) => idPlaces(text, said, rules);
  if (message.kind !== 'batch') return found({ sender, message, method: said[0]?.method });
  return message.messages.flatMap((entry, i) =>
    found({ sender, message: entry, method: said[i]?.method, batch: message }),
  );
}

/** The text of a frame; undefined if it is not UTF-8. */
export function textOfFrame({ text, bytes }: RecordedFrame): string | undefined {
  if (text !== undefined) return text;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The live value of a place in a recorded frame, as JSON; undefined if it stays unchanged. */
export type LiveValue = (place: IdPlace) => string | undefined;

/** Where the live values of a frame come from. */
interface LiveValues {
  readonly liveOf: LiveValue | undefined;
  readonly rewriter: RootRewriter;
  readonly standIns: StandIns;
  readonly protocol: PlaceProtocol;
}

/** The bytes of a frame with live values at the bound places; every other byte stays. */
export function liveBytes(frame: RecordedFrame, { liveOf, rewriter, standIns, protocol }: LiveValues): Uint8Array {
  const text = textOfFrame(frame);
  if (text === undefined || frame.said.every(({ kind }) => kind === 'malformed')) return frame.bytes;
  const edits = rewriter.edits(text);
  if (liveOf !== undefined) {
    const message = readMessage(frame.bytes, text);
    for (const place of placesOf(frame, text, message, protocol)) {
      const live = liveOf(place);
      const { start, end } = place;
      if (live !== undefined && live !== text.slice(start, end)) edits.push({ start, end, text: live });
    }
  }
  // if a folder is replaced, a placeholder within its path is replaced with it
  const meanings = standIns.edits(text).filter(({ start, end }) => {
    return !edits.some((edit) => start < edit.end && edit.start < end);
  });
  edits.push(...meanings);
  if (edits.length === 0) return frame.bytes;
  return encoder.encode(
    spliced(
      text,
      edits.sort((one, other) => one.start - other.start),
    ),
  );
}

/** Turns recorded frames of the agent into live ones. */
export class LiveFrames {
  readonly #bindings: Bindings;
  readonly #standIns: StandIns;
  readonly #protocol: PlaceProtocol;
  readonly #messageOf: (frame: RecordedFrame) => ClientMessage | undefined;

  /** @param messageOf finds the client's message of a frame */
  constructor(
    { bindings, standIns, protocol }: { bindings: Bindings; standIns: StandIns; protocol: PlaceProtocol },
    messageOf: (frame: RecordedFrame) => ClientMessage | undefined,
  ) {
    this.#bindings = bindings;
    this.#standIns = standIns;
    this.#protocol = protocol;
    this.#messageOf = messageOf;
  }

  bytesOf({ frame, session }: Output): Uint8Array {
    const rewriter = this.#bindings.rewriter(session);
    const mayHoldIds = this.#mayHoldIds(frame);
    if (frame.sender === 'stderr' || !(mayHoldIds || rewriter.moves || this.#standIns.move)) return frame.bytes;
    const liveOf = mayHoldIds ? (place: IdPlace) => this.#liveOf(place, frame) : undefined;
    return liveBytes(frame, { liveOf, rewriter, standIns: this.#standIns, protocol: this.#protocol });
  }

  /** Whether a frame may hold an id with another live value. Most do not, and need not be parsed. */
  #mayHoldIds({ said }: RecordedFrame): boolean {
    if (this.#bindings.movesIds) return true;
    return (
      this.#bindings.movesRequests &&
      said.some(({ kind, method }) => kind === 'response' || (method?.startsWith('elicitation/') ?? false))
    );
  }

  #liveOf({ kind, value, asker }: IdPlace, frame: RecordedFrame): string | undefined {
    if (kind === 'root') return undefined;
    if (kind === 'request') return asker === 'client' ? this.#requestId(value as RequestKey, frame) : undefined;
    const live = this.#bindings.id(kind, sessionOf(frame), value);
    return live === undefined ? undefined : JSON.stringify(live);
  }

  #requestId(key: RequestKey, frame: RecordedFrame): string | undefined {
    const answered = frame.said.find((said) => said.kind === 'response' && said.key === key)?.request;
    const message = answered && this.#messageOf(answered);
    return message === undefined ? this.#bindings.latestRequestId(key) : this.#bindings.requestId(message, key);
  }
}

/** The recorded session that ids in a frame belong to. */
export function sessionOf({ said }: RecordedFrame): string | undefined {
  for (const { kind, sessionId, request, madeSessionId } of said) {
    if (sessionId !== undefined) return sessionId;
    if (kind !== 'response') continue;
    const asked = request?.said.find((each) => each.sessionId !== undefined)?.sessionId;
    if (asked !== undefined || madeSessionId !== undefined) return asked ?? madeSessionId;
  }
  return undefined;
}
