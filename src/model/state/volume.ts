import type { Moment } from './moment.js';

/** A text that was sent, as far as it takes to recognize it at the beginning of a later one. */
export interface TextMark {
  /** In UTF-16 units. */
  readonly length: number;
  /** In bytes of UTF-8. */
  readonly bytes: number;
  readonly hash: number;
  /** The last characters, and a hash of a few more before them: a window that moves on begins with them. */
  readonly tail: string;
  readonly tailHash: number;
}

export type VolumeOf = 'tool-call' | 'message' | 'terminal';

/** How much was sent of one tool call, message or terminal, and how much of it was new. `at` is its first frame. */
export interface Volume extends Moment {
  readonly of: VolumeOf;
  /** The id of a tool call or terminal; of a message its messageId, if it has one. */
  readonly id: string | undefined;
  last: Moment;
  /** Frames that brought some of it. */
  frames: number;
  /** The size of those frames. */
  lineBytes: number;
  /** What they say, without the JSON around it, in bytes of UTF-8. */
  sentBytes: number;
  /** The part that did not repeat what was already there. */
  newBytes: number;
  /** What was sent last, by a hash of its place; empty once it is finished. */
  readonly marks: Map<number, TextMark>;
}

/** What tells whether an update goes on with a message. */
export interface OpenMessage {
  readonly kind: string;
  readonly id: string | undefined;
  readonly turn: number | undefined;
  readonly isHistory: boolean;
  readonly part: Volume;
}

/** The same of a session. */
export interface SessionVolume {
  sentBytes: number;
  newBytes: number;
  /** Of the latest things, by {@link Volume.of} and id. */
  readonly parts: Map<string, Volume>;
  /** The last of them that grew. */
  latest: Volume | undefined;
  /** The message that is being sent. */
  message: OpenMessage | undefined;
}
