import { envelopeOf } from '../acp/methods/envelope.js';
import { topicOf } from '../acp/methods/topic.js';
import type { Severity } from '../check/engine/severity.js';
import type { EventName, Stream } from '../wire/frame.js';
import type { JsonValue } from '../wire/json-text.js';
import type { Message, SingleMessage } from '../wire/message.js';
import type { TextMatcher } from '../pattern/text-matcher.js';

/** What a filter may ask of a frame or an event. Each member is found out when it is asked for, and not before. */
export interface FrameFacts {
  readonly seq: number;
  readonly sender: Stream | 'event';
  /** Its name, where it is one. */
  readonly event: EventName | undefined;
  /** Without the newline; undefined for events. */
  readonly sizeBytes: number | undefined;
  /** When its last byte came, in ns since time zero; undefined where no time is known. */
  readonly atNs: number | undefined;
  readonly isBatch: boolean;
  /** What it says: one message, of a batch several; none of stderr and of events. */
  readonly messages: readonly MessageFacts[];
  /** The messages as JSON, where they are. */
  readonly json: readonly JsonValue[];
  /** It is a request, and no response to it is there. */
  readonly isUnanswered: boolean;
  /** It is a response, and no request of its id is there. */
  readonly isOrphan: boolean;
  /** Of a request and of its response: the time between them, in ns; undefined where it is not known. */
  readonly exchangeNs: number | undefined;
  /** Numbers of the turns of its session that it lies in. */
  readonly turns: readonly number[];
  readonly violations: readonly ViolationMark[];
  /** Whether the line, as it stands on the wire, has a pattern in it. */
  holds(pattern: TextMatcher): boolean;
}

/** What a filter may ask of a message. */
export interface MessageFacts {
  readonly kind: SingleMessage['kind'];
  /** It is a response that tells of a failure. */
  readonly isError: boolean;
  /** Of a response, that of its request. */
  readonly method: string | undefined;
  /** The raw JSON token. */
  readonly id: string | undefined;
  /** Of a response that names none, that of its request. */
  readonly sessionId: string | undefined;
  readonly updateKind: string | undefined;
  /** Of a response, that of its request. */
  readonly toolCallId: string | undefined;
}

/** A violation at a frame, as far as filters look at it. */
export interface ViolationMark {
  readonly seq: number;
  readonly rule: string;
  readonly severity: Severity;
}

/** What a message says by itself. @param request the facts of the request, where it is a response to one */
export function messageFacts(message: SingleMessage, request?: MessageFacts): MessageFacts {
  const { kind, method, id, sessionId } = envelopeOf(message);
  const { updateKind, toolCallId } = topicOf(message);
  return {
    // a single message has never the kind of several
    kind: kind === 'batch' ? 'malformed' : kind,
    isError: message.kind === 'response' && !message.outcome.ok,
    method: method ?? request?.method,
    id,
    sessionId: sessionId ?? request?.sessionId,
    updateKind,
    toolCallId: toolCallId ?? request?.toolCallId,
  };
}

/** The messages that a frame holds. */
export function messagesIn(message: Message): readonly SingleMessage[] {
  return message.kind === 'batch' ? message.messages : [message];
}

/** The JSON of a message, where it is any. */
export function jsonOf(message: SingleMessage): readonly JsonValue[] {
  return message.json === undefined ? [] : [message.json];
}
