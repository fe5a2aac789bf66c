import type { LeafChange } from './leaves.js';
import type { TextPiece } from './text-diff.js';

/** What can differ between two conversations. */
export const DIFFERENCE_KINDS = [
  /** A leaf of initialize or of its answer: versions, names, capabilities, ways to authenticate. */
  'handshake',
  /** A session that only one of them has. */
  'session',
  /** A turn that only one of them has. */
  'turn',
  'prompt',
  /** How a turn ended: its stop reason, its error, or not at all. */
  'stop-reason',
  /** Words of a message or thought. */
  'text',
  /** Images, links and the like in messages. */
  'content',
  'tool-call',
  'permission',
  'plan',
  /** What the agent asked of the client in a turn: files, terminals, forms, methods of its own; and the answer. */
  'request',
  /** Any other request and its answer. */
  'exchange',
  'notification',
  /** What the agent says of the session: mode, options, commands, title... */
  'update',
  'usage',
  /** A line that is no message. */
  'malformed',
  'violation',
  'latency',
  /** How the agent ended. */
  'end',
] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Something on one side. */
export interface Side {
  /** Its first and its last frame. */
  readonly seq: number;
  readonly endSeq: number;
  /** What it is, for people: `tool call "Read file" (read)`. */
  readonly label: string;
}

/** A leaf that differs; of texts also in which words. */
export interface Change extends LeafChange {
  readonly pieces?: readonly TextPiece[];
}

/** A number on each side, where it has one. */
export interface Both {
  readonly a: number | undefined;
  readonly b: number | undefined;
}

/** Where in the conversations. */
export interface Where {
  /** Numbers of the session, in the order in which they come into sight. */
  readonly session?: Both;
  /** Numbers of the turn in its session. */
  readonly turn?: Both;
  /** In what a restored session told of the past, or outside of turns. */
  readonly part?: 'history' | 'outside';
}

/** One precise thing that is not the same in both conversations. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly where: Where;
  /** Undefined where only the other side has it. */
  readonly a: Side | undefined;
  readonly b: Side | undefined;
  /** What of it differs; nothing where only one side has it, or where it only stands elsewhere. */
  readonly changes: readonly Change[];
  /** One sentence. */
  readonly summary: string;
}

export interface CompareOptions {
  /** Only these kinds. */
  readonly only?: readonly DifferenceKind[];
  /** Not these. */
  readonly ignore?: readonly DifferenceKind[];
  /** Compare what is said in free text too: messages, thoughts, titles of sessions, words of errors. */
  readonly text?: boolean;
  /** Compare the numbers of tokens and cost too, not only which are told. */
  readonly usage?: boolean;
  /** Compare the violations that the outlines know. */
  readonly violations?: boolean;
  /** Frames of the first conversation that load a session, which the second one made anew instead. */
  readonly replaced?: readonly number[];
  /** Report what took so many times as long in the second conversation. Means nothing where times are not real. */
  readonly latency?: number;
}
