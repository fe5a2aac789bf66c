import type { Sender } from '../../wire/frame.js';
import type { JsonValue } from '../../wire/json-text.js';
import type { Moment } from './moment.js';
import type { PromptDigest } from './session-prompt.js';
import type { RequestKey } from './request-key.js';

/** A request and, later, its response. */
export interface Exchange extends Moment {
  /** The place of the request in its batch. */
  readonly index: number | undefined;
  readonly sender: Sender;
  readonly key: RequestKey;
  readonly method: string;
  /** Undefined for prompts, which may be large: see `prompt`. */
  readonly params: JsonValue | undefined;
  readonly prompt: PromptDigest | undefined;
  readonly sessionId: string | undefined;
  /** Number of the turn of that session it was sent in. */
  readonly turn: number | undefined;
  /** The `$/cancel_request` that names it. */
  cancelRequested?: Moment;
  /** The session was cancelled or closed while it was open. */
  cancelledBy?: Moment;
  /** A notification that was sent with an id: nobody has to answer it. */
  readonly needsNoAnswer: boolean;
  /** The turn it belonged to ended before it was answered. */
  outlivedTurn?: Moment;
  /** v2: the idle that ended the cancelled or closed work it belongs to, when it was neither answered nor withdrawn. */
  leftOpen?: Moment;
  /** Earlier requests with the same id that have no answer yet either. */
  sameId: readonly Exchange[];
  /** Another request had the same id while it was open: which answer is whose, no one can know. */
  sharesId: boolean;
}

/** What one side asked of the other. */
export interface Requests {
  pending: Map<RequestKey, Exchange>;
  answered: AnsweredIds;
  /** Ids of frames so broken that they are no requests; an answer to one is no surprise. */
  broken: Set<RequestKey>;
  made: number;
}

/** One batch whose answer is awaited (v2a); one without requests may get one all the same. */
export interface OpenBatch extends Moment {
  readonly sender: Sender;
  /** Requests that have no answer yet. */
  readonly keys: Set<RequestKey>;
  readonly size: number;
  readonly requests: number;
  /** Entries that are no messages: each gets an error with id null. */
  readonly bad: number;
  answered: number;
  /** How many frames answered a part of it. */
  replies: number;
}

/**
 * The ids of requests that were answered. Integers, which most senders count upwards, cost nothing: they are kept as
 * ranges.
 */
export interface AnsweredIds {
  /** Pairs of first and last id, in order. */
  ranges: [number, number][];
  others: Set<RequestKey>;
  /** Where the latest were answered. */
  places: Map<RequestKey, number>;
}

export function noAnsweredIds(): AnsweredIds {
  return { ranges: [], others: new Set(), places: new Map() };
}
