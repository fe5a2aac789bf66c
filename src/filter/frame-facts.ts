import { envelopeOf } from '../acp/methods/envelope.js';
import { topicOf } from '../acp/methods/topic.js';
import type { Severity } from '../check/engine/severity.js';
import type { EventName, Stream } from '../wire/frame.js';
import type { JsonValue } from '../wire/json-text.js';
import type { Message, SingleMessage } from '../wire/message.js';
import type { TextMatcher } from '../pattern/text-matcher.js';

/** The facts about a frame or an event that filters use. Each is computed only when it is used. */
export interface FrameFacts {
  readonly seq: number;
  readonly sender: Stream | 'event';
  /** The name of the event, if it is one. */
  readonly event: EventName | undefined;
  /** Without the newline; undefined for events. */
  readonly sizeBytes: number | undefined;
  /** When its last byte arrived, in ns since time zero; undefined if no time is known. */
  readonly atNs: number | undefined;
  readonly isBatch: boolean;
  /** Its messages: one, or several for a batch; none for stderr and events. */
  readonly messages: readonly MessageFacts[];
  /** The messages that are JSON, parsed. */
  readonly json: readonly JsonValue[];
  /** Whether it is a request without a response. */
  readonly isUnanswered: boolean;
  /** Whether it is a response without a request of its id. */
  readonly isOrphan: boolean;
  /** For a request or its response: the time between the two, in ns; undefined if it is not known. */
  readonly exchangeNs: number | undefined;
  /** The numbers of the turns of its session that contain it. */
  readonly turns: readonly number[];
  readonly violations: readonly ViolationMark[];
  /** Whether the raw line matches a pattern. */
  holds(pattern: TextMatcher): boolean;
}

/** The facts about a message that filters use. */
export interface MessageFacts {
  readonly kind: SingleMessage['kind'];
  /** Whether it is an error response. */
  readonly isError: boolean;
  /** For a response, that of its request. */
  readonly method: string | undefined;
  /** The raw JSON token. */
  readonly id: string | undefined;
  /** For a response that names none, that of its request. */
  readonly sessionId: string | undefined;
  readonly updateKind: string | undefined;
  /** For a response, that of its request. */
  readonly toolCallId: string | undefined;
}

/** The part of a violation that filters use. */
export interface ViolationMark {
  readonly seq: number;
  readonly rule: string;
  readonly severity: Severity;
}

/** The facts about one message. @param request for a response, the facts about its request */
export function messageFacts(message: SingleMessage, request?: MessageFacts): MessageFacts {
  const { kind, method, id, sessionId } = envelopeOf(message);
  const { updateKind, toolCallId } = topicOf(message);
  return {
    // a single message is never of kind batch
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

/** The JSON of a message; undefined if it is not JSON. */
export function jsonOf(message: SingleMessage): readonly JsonValue[] {
  return message.json === undefined ? [] : [message.json];
}
