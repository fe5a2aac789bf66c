import type { TextMatcher } from '../../pattern/text-matcher.js';

/** How closely a message of the client has to be the recorded one. */
export type MatchMode =
  /** In content and in order. */
  | 'strict'
  /** In content; requests may come in any order. */
  | 'content'
  /** By method and session; differences are warnings. */
  | 'method';

export const MATCH_MODES: readonly MatchMode[] = ['strict', 'content', 'method'];

/** A value that need not be the recorded one, if it is a text that the pattern matches. */
export interface PatternRule {
  /** JSON pointer from the top of the message. */
  readonly pointer: string;
  /** The pattern as it is written: `/pattern/flags`. */
  readonly text: string;
  readonly pattern: TextMatcher;
}

/** What the engine is told at the start. */
export interface ReplayOptions {
  readonly match: MatchMode;
  /** JSON pointers from the top of a message; what they lead to is not compared. */
  readonly ignore: readonly string[];
  readonly patterns: readonly PatternRule[];
  /** A client may leave before the fixture is used up. */
  readonly allowPartial: boolean;
  /** A cancel that was not recorded ends the turn as the protocol asks, and is no divergence. */
  readonly answersCancels: boolean;
}

export const DEFAULT_OPTIONS: ReplayOptions = {
  match: 'strict',
  ignore: [],
  patterns: [],
  allowPartial: false,
  answersCancels: false,
};
