import type { TextMatcher } from '../../pattern/text-matcher.js';

/** How closely a message of the client must match the recorded one. */
export type MatchMode =
  /** In content and in order. */
  | 'strict'
  /** In content; requests may come in any order. */
  | 'content'
  /** By method and session; differences are warnings. */
  | 'method';

export const MATCH_MODES: readonly MatchMode[] = ['strict', 'content', 'method'];

/** A value that may differ from the recorded one, if it is a text that matches the pattern. */
export interface PatternRule {
  /** JSON pointer from the top of the message. */
  readonly pointer: string;
  /** The pattern as it is written: `/pattern/flags`. */
  readonly text: string;
  readonly pattern: TextMatcher;
}

/** The options of the engine. */
export interface ReplayOptions {
  readonly match: MatchMode;
  /** JSON pointers from the top of a message to values that are not compared. */
  readonly ignore: readonly string[];
  readonly patterns: readonly PatternRule[];
  /** Whether the client may leave before the end of the fixture. */
  readonly allowPartial: boolean;
  /** Whether a cancel that was not recorded ends the turn as the protocol requires, instead of being a divergence. */
  readonly answersCancels: boolean;
}

export const DEFAULT_OPTIONS: ReplayOptions = {
  match: 'strict',
  ignore: [],
  patterns: [],
  allowPartial: false,
  answersCancels: false,
};
