import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { EventFields, EventName, Sender } from '../../wire/frame.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { BatchMessage, SingleMessage } from '../../wire/message.js';
import type { Exchange } from './exchange.js';
import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';
import type { Session } from './session.js';
import type { Turn } from './turn.js';

/** One line of one side, as it was on the wire. */
export interface Line extends Moment {
  readonly sender: Sender;
  /** The whole line without its newline; undefined if it is too long to be read. */
  readonly bytes: Uint8Array | undefined;
  /** Its text, if it was already decoded. */
  readonly text?: string | undefined;
  readonly sizeBytes: number;
  readonly terminated: boolean;
  /** Whether it had a time of its own. */
  readonly timed: boolean;
}

/**
 * How a response found its request: `coerced` by an id of the wrong JSON type, `broken` if the request was not a
 * message.
 */
export type Match = 'pending' | 'coerced' | 'answered' | 'broken' | 'unknown' | 'no-id';

/** One message with everything it refers to, found in the state before it. */
export interface Step extends Moment {
  readonly line: Line;
  readonly sender: Sender;
  readonly receiver: Sender;
  /** Never a batch: each of its entries is a step. */
  readonly message: SingleMessage;
  /** The batch that it came in. */
  readonly batch: BatchMessage | undefined;
  /** Its place in that batch. */
  readonly index: number | undefined;
  /** The version whose rules apply to the message. */
  readonly version: ProtocolVersion;
  /** The method of a request or notification; for a response, the method of its request, if known. */
  readonly method: string | undefined;
  readonly key: RequestKey | undefined;
  /** For a response: the request it answers. */
  readonly exchange: Exchange | undefined;
  readonly match: Match | undefined;
  readonly params: JsonObject | undefined;
  /** The result of a successful response. */
  readonly result: JsonValue | undefined;
  readonly error: ErrorFacts | undefined;
  readonly sessionId: string | undefined;
  readonly session: Session | undefined;
  /** The newest open turn of the session. */
  readonly turn: Turn | undefined;
  /** The update in a session/update, and its kind, with the names of an early draft translated to the current ones. */
  readonly update: JsonObject | undefined;
  readonly updateKind: string | undefined;
  /** It is history: it came while a session was restored, or late after that. */
  readonly isHistory: boolean;
}

/** An event of the process or its pipes. */
export interface EventStep extends Moment {
  readonly name: EventName;
  readonly fields: EventFields;
}

/** The error of a response, as far as it is well-formed (JSON-RPC 2.0, section 5.1). */
export interface ErrorFacts {
  readonly code: number | undefined;
  readonly message: string;
  readonly data: JsonValue | undefined;
}
