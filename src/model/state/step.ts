import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { EventFields, EventName, Sender } from '../../wire/frame.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { BatchMessage, SingleMessage } from '../../wire/message.js';
import type { Exchange } from './exchange.js';
import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';
import type { Session } from './session.js';
import type { Turn } from './turn.js';

/** What stood on the wire: one line of one side. */
export interface Line extends Moment {
  readonly sender: Sender;
  /** All of it without its newline; undefined where it is too long to be looked at. */
  readonly bytes: Uint8Array | undefined;
  /** Its text, where it was decoded already. */
  readonly text?: string | undefined;
  readonly sizeBytes: number;
  readonly terminated: boolean;
  /** Whether it had a time of its own. */
  readonly timed: boolean;
}

/** How a response found its request: `coerced` by an id of the wrong JSON type, `broken` where the request was no message. */
export type Match = 'pending' | 'coerced' | 'answered' | 'broken' | 'unknown' | 'no-id';

/** One message with all that it refers to, found in the state before it. */
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
  /** The version whose rules the message is under. */
  readonly version: ProtocolVersion;
  /** Of a request or notification; of a response, that of its request where that is known. */
  readonly method: string | undefined;
  readonly key: RequestKey | undefined;
  /** Of a response: the request it answers. */
  readonly exchange: Exchange | undefined;
  readonly match: Match | undefined;
  readonly params: JsonObject | undefined;
  /** Of a response that tells of success. */
  readonly result: JsonValue | undefined;
  readonly error: ErrorFacts | undefined;
  readonly sessionId: string | undefined;
  readonly session: Session | undefined;
  /** The newest open turn of the session. */
  readonly turn: Turn | undefined;
  /** Of session/update: the update, and its kind with names of the RFD's draft read as what they became. */
  readonly update: JsonObject | undefined;
  readonly updateKind: string | undefined;
  /** It tells what was before: it came while a session was restored, or late from there. */
  readonly isHistory: boolean;
}

/** An event of the process or its pipes. */
export interface EventStep extends Moment {
  readonly name: EventName;
  readonly fields: EventFields;
}

/** The error of a response, as far as it has the shape of one (JSON-RPC 2.0, section 5.1). */
export interface ErrorFacts {
  readonly code: number | undefined;
  readonly message: string;
  readonly data: JsonValue | undefined;
}
