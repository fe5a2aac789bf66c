import type { FieldDifference } from '../engine/differences.js';

/** What went wrong between the live client and the fixture. */
export type DivergenceKind =
  /** A message that was recorded with other content. */
  | 'different'
  /** A message whose kind and method are not expected any more, or never were. */
  | 'unexpected'
  /** A recorded message that comes before another one that should come first. */
  | 'too-early'
  /** A message that has come already, and now once too often. */
  | 'repeated'
  /** An answer without a request. */
  | 'unasked-answer'
  /** A request with the id of one that has no answer yet. */
  | 'id-in-use'
  /** A line that is not a message. */
  | 'malformed'
  /** Nothing came for too long. */
  | 'silence'
  /** The client left before all of its messages had come. */
  | 'unused';

/** A message of the fixture that a divergence refers to. */
export interface FixturePlace {
  /** Place on the timeline of the fixture, from 0; events count too. */
  readonly seq: number;
  /** Line of the file, from 1; undefined for a recording. */
  readonly line: number | undefined;
  /** What it is, in a few words: `session/prompt "fix the bug" (session 01HX)`. */
  readonly summary: string;
}

/** How much of the fixture was used. */
export interface Coverage {
  readonly clientMessages: { readonly came: number; readonly of: number };
  readonly agentFrames: { readonly sent: number; readonly of: number };
}

/** Live traffic that differs from the fixture being replayed. */
export interface Divergence {
  readonly kind: DivergenceKind;
  /** One sentence that says what happened. */
  readonly message: string;
  /** The received message in a few words; undefined if nothing came. */
  readonly received: string | undefined;
  /** The line that came, up to 2,000 characters. */
  readonly receivedText: string | undefined;
  /** The recorded message that is most like it. */
  readonly nearest: FixturePlace | undefined;
  readonly differences: readonly FieldDifference[];
  /** The messages that might have come instead. */
  readonly expectedNext: readonly FixturePlace[];
  /** The agent's frame that waits for the missing message. */
  readonly waiting: FixturePlace | undefined;
  readonly coverage: Coverage;
}
