import type { Span } from './styled-line.js';

/** The facts about the end of a turn. */
export interface TurnEndFacts {
  /** False: the recording ended before the turn did. */
  readonly isAnswered: boolean;
  readonly stopReason: string | null | undefined;
  /** The JSON-RPC error code, if an error ended it. */
  readonly errorCode: number | null | undefined;
}

/** How a turn ended, in a word or two. */
export function turnEndSpan({ isAnswered, stopReason, errorCode }: TurnEndFacts): Span {
  if (!isAnswered) return { text: 'unanswered', role: 'warning' };
  if (typeof errorCode === 'number') return { text: stopReason ?? `error ${errorCode}`, role: 'error' };
  return { text: stopReason ?? 'ended', role: stopReason === 'end_turn' ? 'ok' : 'warning' };
}
