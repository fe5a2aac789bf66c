import { begunAt } from '../../model/turns/turn-beginning.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { Conversation } from './conversation.js';
import { spanText } from './marked-place.js';
import type { FrameSpan, ViewPlace } from './view.js';

/** A part of a recording that can be exported alone. */
export interface ExportedPart {
  /** `turn 2`. */
  readonly what: string;
  /** The words for `export` that select it. */
  readonly words: readonly string[];
  /** The ending of its file, after the name of the recording. */
  readonly ending: string;
}

/** The parts that can be exported at a place, the likeliest first: the selected frames, the current turn. */
export function partsAt({ conversation, seq, frames }: ViewPlace): readonly ExportedPart[] {
  const turn = turnAt(conversation, seq);
  return [...(frames === undefined ? [] : [partOfFrames(frames)]), ...(turn === undefined ? [] : [partOfTurn(turn)])];
}

/** The turn that contains an entry, or the one before it; undefined before the first turn, and without an entry. */
function turnAt({ findings }: Conversation, seq: number | undefined): TurnSummary | undefined {
  return findings.turns.findLast((turn) => seq !== undefined && begunAt(turn) <= seq);
}

function partOfTurn({ sessionId, number }: TurnSummary): ExportedPart {
  return {
    what: `turn ${number}`,
    words: [`--session=${sessionId}`, `--turn=${number}`],
    ending: `-turn-${number}`,
  };
}

function partOfFrames(frames: FrameSpan): ExportedPart {
  const { from, to } = frames;
  const isOne = from === to;
  return {
    what: spanText(frames),
    words: [isOne ? `--frames=${from}` : `--frames=${from}..${to}`],
    ending: isOne ? `-frame-${from}` : `-frames-${from}-${to}`,
  };
}

/** The file name for a recording, without an ending. */
export function fileNameOf({ item }: Conversation): string {
  return item.label.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '') || 'recording';
}
