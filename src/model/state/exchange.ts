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
  /** The number of the session's turn in which it was sent; of several open turns the newest that was not refused. */
  turn: number | undefined;
  /** The `$/cancel_request` for it. */
  cancelRequested?: Moment;
  /** The session was cancelled or closed while it was open. */
  cancelledBy?: Moment;
  /** It is a notification that was sent with an id, so nobody has to answer it. */
  readonly needsNoAnswer: boolean;
  /** The turn it belonged to ended before it was answered. */
  outlivedTurn?: Moment;
  /**
   * v2: the idle that ended its cancelled or closed work, if the request was neither answered nor withdrawn by then.
   */
  leftOpen?: Moment;
  /** Earlier pending requests with the same id. */
  sameId: readonly Exchange[];
  /** Another request had the same id while it was pending, so nobody can know which answer belongs to which. */
  sharesId: boolean;
  /** The oldest question to the user in another session that was open when it was sent. */
  behind?: Exchange;
  /** Where a question to the user was answered. */
  answered?: Moment;
}

/** The requests of one side. */
export interface Requests {
  pending: Map<RequestKey, Exchange>;
  /** How many are open, those with one id counted each. */
  open: number;
  /** Of the client's: how many are open of a method in a session, by `method session`; those of no session by `method `. */
  counts: Map<string, number>;
  /** The agent's open questions to the user, oldest first. */
  questions: Set<Exchange>;
  answered: AnsweredIds;
  /** Ids of frames too broken to be requests. They may be answered nevertheless. */
  broken: Set<RequestKey>;
  made: number;
}

/** A batch whose answer is pending (v2a). Even a batch without requests may get one. */
export interface OpenBatch extends Moment {
  readonly sender: Sender;
  /** Requests that have no answer yet. */
  readonly keys: Set<RequestKey>;
  readonly size: number;
  readonly requests: number;
  /** The number of entries that are not messages; each gets an error with id null. */
  readonly bad: number;
  answered: number;
  /** The number of frames that answered part of it. */
  replies: number;
}

/**
 * The ids of answered requests. Integers are kept as ranges, so they cost almost nothing: most senders count upwards.
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
