import type { Protocol } from '../acp/protocol.js';
import { idPlaces, type IdPlace, type SaidMessage } from '../fixture/id-places.js';
import { edited, type Edit } from '../fixture/root-rewriter.js';
import type { RequestKey } from '../model/request-key.js';
import { readMessage, type Message } from '../wire/message.js';
import type { Bindings } from './bindings.js';
import type { RecordedFrame } from './recorded.js';
import type { ClientMessage, Output } from './script.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** All ids and roots in a recorded frame, at the places that the schema names. */
export function placesOf(frame: RecordedFrame, text: string, message: Message, protocol: Protocol): IdPlace[] {
  const { sender, said, version } = frame;
  if (sender === 'stderr') return [];
  const rules = protocol.of(version);
  const found = (said: SaidMessage) => idPlaces(text, said, rules);
  if (message.kind !== 'batch') return found({ sender, message, method: said[0]?.method });
  return message.messages.flatMap((entry, i) =>
    found({ sender, message: entry, method: said[i]?.method, batch: message }),
  );
}

/** The text of a frame; undefined where it is no UTF-8. */
export function textOfFrame({ text, bytes }: RecordedFrame): string | undefined {
  if (text !== undefined) return text;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Writes what the recorded agent said, with live values at the bound places and every other byte as it was. */
export class LiveFrames {
  readonly #bindings: Bindings;
  readonly #protocol: Protocol;
  readonly #messageOf: (frame: RecordedFrame) => ClientMessage | undefined;

  /** @param messageOf the message of the client that a frame is */
  constructor(bindings: Bindings, protocol: Protocol, messageOf: (frame: RecordedFrame) => ClientMessage | undefined) {
    this.#bindings = bindings;
    this.#protocol = protocol;
    this.#messageOf = messageOf;
  }

  bytesOf({ frame, session }: Output): Uint8Array {
    const rewriter = this.#bindings.rewriter(session);
    const mayHoldIds = this.#mayHoldIds(frame);
    if (frame.sender === 'stderr' || (!mayHoldIds && !rewriter.moves)) return frame.bytes;
    const text = textOfFrame(frame);
    if (text === undefined || frame.said.every(({ kind }) => kind === 'malformed')) return frame.bytes;
    const edits = rewriter.edits(text);
    if (mayHoldIds) edits.push(...this.#editsOfIds(frame, text));
    if (edits.length === 0) return frame.bytes;
    return encoder.encode(
      edited(
        text,
        edits.sort((a, b) => a.start - b.start),
      ),
    );
  }

  /** Most frames hold no id that is another one in this run: they need not be read. */
  #mayHoldIds({ said }: RecordedFrame): boolean {
    if (this.#bindings.movesIds) return true;
    return (
      this.#bindings.movesRequests &&
      said.some(({ kind, method }) => kind === 'response' || (method?.startsWith('elicitation/') ?? false))
    );
  }

  #editsOfIds(frame: RecordedFrame, text: string): Edit[] {
    const message = readMessage(frame.bytes, text);
    return placesOf(frame, text, message, this.#protocol).flatMap((place) => this.#editOf(place, frame, text));
  }

  #editOf(place: IdPlace, frame: RecordedFrame, text: string): Edit[] {
    const live = this.#liveOf(place, frame);
    const { start, end } = place;
    return live === undefined || live === text.slice(start, end) ? [] : [{ start, end, text: live }];
  }

  /** The JSON to stand there; undefined where the recorded one stays. */
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
