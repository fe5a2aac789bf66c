import type { FieldDifference } from '../engine/differences.js';

/** What went wrong between the live client and the fixture. */
export type DivergenceKind =
  /** A message that was recorded with other content. */
  | 'different'
  /** A message of a kind and method that is not awaited any more, or never was. */
  | 'unexpected'
  /** A message that was recorded, but after another one that has not come. */
  | 'too-early'
  /** A message that came before, and once too often now. */
  | 'repeated'
  /** An answer to nothing that was asked. */
  | 'unasked-answer'
  /** A request with the id of one that has no answer yet. */
  | 'id-in-use'
  /** A line that is no message. */
  | 'malformed'
  /** Nothing came for too long. */
  | 'silence'
  /** The client left before all of its messages had come. */
  | 'unused';

/** A message of the fixture that has a part in a divergence. */
export interface FixturePlace {
  /** Place on the timeline of the fixture, events counted; from 0. */
  readonly seq: number;
  /** Line of the file, where it is one; from 1. */
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
  /** What came, in a few words; undefined where nothing did. */
  readonly received: string | undefined;
  /** The line that came, up to 2,000 characters. */
  readonly receivedText: string | undefined;
  /** The recorded message that is most like it. */
  readonly nearest: FixturePlace | undefined;
  readonly differences: readonly FieldDifference[];
  /** What might have come instead. */
  readonly expectedNext: readonly FixturePlace[];
  /** The agent's frame that waits for what did not come. */
  readonly waiting: FixturePlace | undefined;
  readonly coverage: Coverage;
}
