import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';

/** A line that is not JSON. */
export interface UnreadLine extends Moment {
  readonly sizeBytes: number;
  /** The text; for a very large line, its beginning. */
  readonly text: string;
}

/** Such a line, kept until it is clear whether it is part of a value printed over several lines. */
export interface UnreadPiece extends UnreadLine {
  /** What is still open after it. */
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
  /** Bad frames about which the other side has not complained, oldest first. */
  unnoticed: BadFrame[];
  /** The last line of the stream, if no newline ended it. `isCut`: it is not JSON. */
  tail: (Moment & { readonly isCut: boolean }) | undefined;
  /** The recording has a gap in this stream, and the next line may be the rest of one that began in the gap. */
  mayBeginLate: boolean;
  /** The last well-formed notification. */
  lastNotification: (Moment & { readonly method: string }) | undefined;
  last: Moment | undefined;
  /** The latest frame of the other side that this side has provably read, because it answered that or a later one. */
  hasRead: number;
}

/** A frame that violates JSON-RPC or is not JSON. */
export interface BadFrame extends Moment {
  /** The rule that reported it. */
  readonly rule: string;
  /** Whether JSON-RPC answers such a frame with an error whose id is null. */
  readonly isAnswerable: boolean;
  /** The key of its request, if it is a request nevertheless. */
  readonly key: RequestKey | undefined;
}
