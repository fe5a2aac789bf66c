import type { Moment } from './moment.js';

/** A line that is no JSON. */
export interface UnreadLine extends Moment {
  readonly sizeBytes: number;
  /** Of a very large line the beginning. */
  readonly text: string;
}

/** One that is kept until it is clear whether it is a piece of a value printed over several lines. */
export interface UnreadPiece extends UnreadLine {
  /** What is not closed after it. */
  readonly open: OpenText;
}

/** Brackets that are not closed, and whether a string is. */
export interface OpenText {
  readonly depth: number;
  readonly isString: boolean;
}

/** What one side does on the wire. */
export interface Wire {
  frames: number;
  bytes: number;
  unreadable: number;
  unread: UnreadPiece[];
  /** The last line before the end of the stream, which no newline ended. `isCut`: it is no JSON. */
  tail: (Moment & { readonly isCut: boolean }) | undefined;
  /** The recording has a hole in this stream: the next line may be the rest of one that began in the hole. */
  mayBeginLate: boolean;
  /** The last well-formed notification. */
  lastNotification: (Moment & { readonly method: string }) | undefined;
  last: Moment | undefined;
  /** The latest frame of the other side that this side has provably read: it answered it, or a later one. */
  hasRead: number;
}
