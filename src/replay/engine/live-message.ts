import { keyOf, type RequestKey } from '../../model/state/request-key.js';
import { readMessage, type Message } from '../../wire/message.js';

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One line of the live client. */
export interface LiveMessage {
  readonly bytes: Uint8Array;
  /** Undefined if it is not UTF-8. */
  readonly text: string | undefined;
  readonly message: Message;
}

/** Reads a line, without its newline. */
export function liveMessage(bytes: Uint8Array): LiveMessage {
  let text: string | undefined;
  try {
    text = strictDecoder.decode(bytes);
  } catch {
    text = undefined;
  }
  return { bytes, text, message: readMessage(bytes, text) };
}

/** The ids of the requests in a frame, as they are spelled. */
export function requestsIn({ message }: LiveMessage): [RequestKey, string][] {
  return (message.kind === 'batch' ? message.messages : [message]).flatMap((entry) => {
    const key = entry.kind === 'request' ? keyOf(entry) : undefined;
    return key === undefined || entry.kind !== 'request' ? [] : [[key, entry.id]];
  });
}
