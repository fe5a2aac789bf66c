import type { RequestKey } from '../../model/state/request-key.js';
import type { RecordedFrame } from './recorded.js';

/** What a frame of the agent waits for. All of it has to have happened. */
export interface Cause {
  /** So many messages of the client, the first ones of the recording. */
  readonly everyBefore: number;
  /** So many driving messages of its lane, the first ones. */
  readonly drivers: number;
  /** The messages of the client that ask for it, or withdraw what they asked. */
  readonly requests: readonly ClientMessage[];
  /** The session whose opening answer must be out. */
  readonly opened: Lane | undefined;
  /** Answers of the client to earlier requests of the same id: an id is given again only when it is free. */
  readonly answers: readonly ClientMessage[];
}

/** A frame that the replay sends: one of the agent, or a line of its stderr. */
export interface Output {
  readonly frame: RecordedFrame;
  /** The session it belongs to. */
  readonly session: Lane | undefined;
  /** The session whose order it keeps; undefined where it keeps none. */
  readonly lane: Lane | undefined;
  readonly cause: Cause;
}

/** A frame that the client is expected to send. A batch is one. */
export interface ClientMessage {
  readonly frame: RecordedFrame;
  /** Its place among the client's messages, from 0. */
  readonly index: number;
  /** For look-ups: its kind and method; of a batch or a malformed line the kind alone. */
  readonly kind: MessageKind;
  readonly method: string | undefined;
  /** The session it belongs to: the one it names, or the one that its answer makes. */
  readonly lane: Lane | undefined;
  /** What the agent did after it waited for it. */
  readonly drives: boolean;
  /** The sessions that wait for it: its own, and of a fork the one that is copied as well. */
  readonly drivenLanes: readonly Lane[];
  /** Of an answer: the agent's frame that asked. */
  readonly asked: RecordedFrame | undefined;
  /** Of a `$/cancel_request`: the request that it withdraws. */
  readonly withdraws: ClientMessage | undefined;
  readonly key: RequestKey | undefined;
}

export type MessageKind = 'request' | 'notification' | 'response' | 'batch' | 'malformed';

/** A stretch of the fixture, from one seq to another; Infinity where it never ends. */
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
  /** The requests that make or open it, but for those that were refused. */
  readonly openers: ClientMessage[];
  /** The first of them; undefined where nothing recorded opens it. */
  opener: ClientMessage | undefined;
  /** Its answer. */
  opening: RecordedFrame | undefined;
  /** It has its id from the client (load, resume), and not from anything that the agent said before. */
  isBrought: boolean;
}

/** How the recorded agent ended by itself. */
export interface OwnEnding {
  /** So many messages of the client were recorded before it. */
  readonly clientMessages: number;
  /** Undefined where only its stdout was closed. */
  readonly exit: { readonly code: number } | { readonly signal: string } | undefined;
}

/** A fixture as a replay needs it. */
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
