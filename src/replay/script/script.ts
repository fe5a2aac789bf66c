import type { RequestKey } from '../../model/state/request-key.js';
import type { RecordedFrame } from './recorded.js';

/** What a frame of the agent waits for. All of it must have happened. */
export interface Cause {
  /** How many messages of the client must have come, counted from the first. */
  readonly everyBefore: number;
  /** How many driving messages of its lane must have come, counted from the first. */
  readonly drivers: number;
  /** The requests of the client that it answers, and messages that withdraw them. */
  readonly requests: readonly ClientMessage[];
  /** The session whose opening answer must have been sent. */
  readonly opened: Lane | undefined;
  /** Answers of the client to earlier requests with the same id: an id is used again only when it is free. */
  readonly answers: readonly ClientMessage[];
}

/** A frame that the replay sends: one of the agent, or a line of its stderr. */
export interface Output {
  readonly frame: RecordedFrame;
  /** The session it belongs to. */
  readonly session: Lane | undefined;
  /** The session whose order it keeps; undefined if it keeps none. */
  readonly lane: Lane | undefined;
  readonly cause: Cause;
}

/** A frame that the client is expected to send. A batch is one. */
export interface ClientMessage {
  readonly frame: RecordedFrame;
  /** Its place among the client's messages, from 0. */
  readonly index: number;
  /** For look-ups: its kind and method; for a batch or a malformed line, only the kind. */
  readonly kind: MessageKind;
  readonly method: string | undefined;
  /** The session it belongs to: the one it names, or the one that its answer creates. */
  readonly lane: Lane | undefined;
  /** Whether the agent's later frames in the session wait for it. */
  readonly drives: boolean;
  /** The sessions that wait for it: its own, and for a fork also the copied one. */
  readonly drivenLanes: readonly Lane[];
  /** For an answer: the agent's frame with the request. */
  readonly asked: RecordedFrame | undefined;
  /** For a `$/cancel_request`: the request that it withdraws. */
  readonly withdraws: ClientMessage | undefined;
  readonly key: RequestKey | undefined;
}

export type MessageKind = 'request' | 'notification' | 'response' | 'batch' | 'malformed';

/** A stretch of the fixture, from one seq to another; Infinity if it never ends. */
export type Stretch = readonly [from: number, to: number];

/** The frames of one session, which keep their order. */
export interface Lane {
  /** As it was recorded. */
  readonly sessionId: string;
  /** All messages of the client that belong to it. */
  readonly messages: ClientMessage[];
  /** Those that drive, in recorded order. */
  readonly drivers: ClientMessage[];
  /** The agent's frames that keep its order. */
  readonly outputs: Output[];
  /** When a prompt or a load of it was open; in v2 a turn lasts until the session is idle. */
  work: readonly Stretch[];
  /** The requests that create or open it, except those that were refused. */
  readonly openers: ClientMessage[];
  /** The first of them; undefined if nothing in the recording opens it. */
  opener: ClientMessage | undefined;
  /** Its answer. */
  opening: RecordedFrame | undefined;
  /** Whether the client brought its id (load, resume), so that the agent had not named it before. */
  isBrought: boolean;
}

/** How the recorded agent ended by itself. */
export interface OwnEnding {
  /** How many messages of the client were recorded before it. */
  readonly clientMessages: number;
  /** Undefined if only its stdout was closed. */
  readonly exit: { readonly code: number } | { readonly signal: string } | undefined;
}

/** A fixture, prepared for a replay. */
export interface Script {
  readonly messages: readonly ClientMessage[];
  readonly outputs: readonly Output[];
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly ending: OwnEnding | undefined;
}

/** Whether a request was recorded with the id of an earlier one that had no answer yet. */
export function sharesId(message: ClientMessage, { messages }: Script): boolean {
  const { seq } = message.frame;
  const keys = keysOf(message);
  if (new Set(keys).size < keys.length) return true;
  return messages
    .slice(0, message.index)
    .some((earlier) =>
      keysOf(earlier).some((key) => keys.includes(key) && (earlier.frame.answers.get(key)?.seq ?? Infinity) > seq),
    );
}

/** The ids of the requests in a frame. */
function keysOf({ frame: { said } }: ClientMessage): RequestKey[] {
  return said.flatMap(({ kind, key }) => (kind === 'request' && key !== undefined ? [key] : []));
}

/** Requests of the client that the recorded agent never answered. */
export function unanswered({ messages }: Script): ClientMessage[] {
  return messages.filter(({ kind, key, frame }) => kind === 'request' && key !== undefined && !frame.answers.has(key));
}
