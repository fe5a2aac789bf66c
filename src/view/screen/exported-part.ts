import { begunAt, type TurnSummary } from '../../model/turn.js';
import type { Conversation } from './conversation.js';

/** The turn that an entry is in, or the one before it; undefined before the first one, and where no entry is meant. */
export function turnAt({ findings }: Conversation, seq: number | undefined): TurnSummary | undefined {
  return findings.turns.findLast((turn) => seq !== undefined && begunAt(turn) <= seq);
}

/** What `export` is told to write a turn alone. */
export function wordsOfTurn({ sessionId, number }: TurnSummary): readonly string[] {
  return [`--session=${sessionId}`, `--turn=${number}`];
}

/** What files of a recording are called, without an ending. */
export function fileNameOf({ item }: Conversation): string {
  return item.label.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '') || 'recording';
}
