import type { Sender, Stream } from '../../wire/frame.js';
import type { Moment } from './moment.js';
import type { OpenSpan, Worker } from './span.js';

/** The kinds of waits, by what usually causes them. */
export const WAIT_KINDS = [
  'initialize',
  'sign-in',
  'session-setup',
  'client-request',
  'prompt',
  'prompt-acceptance',
  'queued-prompt',
  'tool-call',
  'permission',
  'elicitation',
  'requires-action',
  'file',
  'terminal',
  'command',
  'agent-request',
  'withdrawn-request',
  'cancelled-turn',
  'head-of-line',
  'unfinished-line',
  'not-reading',
] as const;

export type WaitKind = (typeof WAIT_KINDS)[number];

/** Something that is waited for, with everything that is open in it. */
export interface Wait {
  readonly kind: WaitKind;
  /** The open spans, innermost first; the last one contains the others. */
  readonly chain: readonly OpenSpan[];
  /** The span in the chain that holds up the others. */
  readonly cause: OpenSpan;
  /** Who has to act now. */
  readonly works: Worker;
  /** The last sign of progress on `cause`. */
  readonly last: Moment;
  /** How long there may be no progress before it is worth telling, in ms. */
  readonly patienceMs: number;
  readonly signs: readonly Sign[];
}

/** What else is known about a wait. `behind`, `in-gap` and the answer in an unfinished line are guesses. */
export type Sign =
  /** No request of the agent is open, so the client has nothing to answer. */
  | { readonly type: 'nothing-asked' }
  /** The last frame of the side that has to act; `at` is undefined if it never sent one. */
  | { readonly type: 'last-frame'; readonly sender: Sender; readonly at: Moment | undefined }
  /**
   * The longest time, in ms, that the agent has reported nothing in a turn and then went on; how many turns have ended.
   */
  | { readonly type: 'usual'; readonly turns: number; readonly longestMs: number }
  /** The last line of the agent's stderr. */
  | { readonly type: 'stderr'; readonly line: StderrLine | undefined }
  /** The last frame of the other side that this side has provably read. */
  | { readonly type: 'has-read'; readonly sender: Sender; readonly seq: number }
  /** Bytes that were written to the agent's stdin, while it never wrote a frame. */
  | { readonly type: 'handed-over'; readonly bytes: number }
  /** Lines of the side that are not JSON. */
  | { readonly type: 'unreadable'; readonly sender: Sender; readonly lines: number }
  | { readonly type: 'cancelled'; readonly at: Moment }
  | UnfinishedSign
  /** Nobody reads a stream, so the side that has to act does not read, or cannot write. */
  | { readonly type: 'not-reading'; readonly stream: Stream; readonly since: Moment }
  /** The open span during which it was sent, if nothing shows that the agent has read anything since. */
  | { readonly type: 'behind'; readonly span: OpenSpan }
  /** The recording has a gap that may hold the answer. */
  | { readonly type: 'in-gap'; readonly gap: Moment };

/** The side that has to act has begun a line. */
export interface UnfinishedSign {
  readonly type: 'unfinished';
  readonly line: UnfinishedLine;
  /** Whether it is a complete message that lacks only its newline. */
  readonly isWhole: boolean;
  /** The span in the chain that it would end. */
  readonly answers: OpenSpan | undefined;
}

/** A line that no newline has ended yet. */
export interface UnfinishedLine {
  readonly sender: Sender;
  /** The part that has arrived; undefined if it is too long to be read. */
  readonly bytes: Uint8Array | undefined;
  readonly sizeBytes: number;
  /** When its last byte came, in ms since time zero. */
  readonly lastMs: number;
}

/** A line of the agent's stderr, or the beginning of one. */
export interface StderrLine extends Moment {
  readonly text: string;
}

/** Facts that are not in the frames of client and agent. */
export interface Outside {
  /** The unfinished lines. */
  readonly unfinished?: readonly UnfinishedLine[] | undefined;
  /** The last line of the agent's stderr; null if it has not written any; undefined if its stderr is unknown. */
  readonly stderr?: StderrLine | null | undefined;
}
