import { begunAt } from '../../model/turns/turn-beginning.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { Conversation } from './conversation.js';
import { spanText } from './marked-place.js';
import type { FrameSpan, ViewPlace } from './view.js';

/** A part of a recording that can be written alone. */
export interface ExportedPart {
  /** `turn 2`. */
  readonly what: string;
  /** What `export` is told to write it alone. */
  readonly words: readonly string[];
  /** What files of it have behind the name of the recording. */
  readonly ending: string;
}

/** What a person is likely to want alone at a place, the likeliest first: what they selected, the turn they are in. */
export function partsAt({ conversation, seq, frames }: ViewPlace): readonly ExportedPart[] {
  const turn = turnAt(conversation, seq);
  return [...(frames === undefined ? [] : [partOfFrames(frames)]), ...(turn === undefined ? [] : [partOfTurn(turn)])];
}

/** The turn that an entry is in, or the one before it; undefined before the first one, and where no entry is meant. */
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

/** What files of a recording are called, without an ending. */
export function fileNameOf({ item }: Conversation): string {
  return item.label.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '') || 'recording';
}
