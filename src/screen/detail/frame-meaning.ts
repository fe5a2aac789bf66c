import type { TranscriptItem, TranscriptTurn } from '../../model/transcript/transcript.js';
import type { Role } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { transcriptBlocks } from '../../report/transcript/blocks.js';
import { transcriptLines, type TranscriptLine } from '../../report/transcript/transcript-text.js';

const ROLES: Readonly<Record<TranscriptLine['style'], Role>> = {
  title: 'title',
  user: 'user',
  agent: 'plain',
  thought: 'thought',
  tool: 'tool',
  diff: 'dim',
  added: 'added',
  removed: 'removed',
  plan: 'plan',
  permission: 'permission',
  service: 'info',
  violation: 'error',
  end: 'ok',
};

/** The items that a frame began, continued or answered. @param turn the turn as it was after that frame */
function itemsOfFrame(turn: TranscriptTurn, seq: number): TranscriptItem[] {
  return turn.items.filter((item) => isOf(item, seq));
}

function isOf(item: TranscriptItem, seq: number): boolean {
  if (item.seq === seq) return true;
  switch (item.type) {
    case 'message':
    case 'tool-call':
      return item.last.seq === seq;
    case 'permission':
    case 'service':
      return item.answered?.seq === seq;
    default:
      return false;
  }
}

/** The same as lines: the whole message so far, or the current state of the tool call. */
export function* meaningLines(
  turn: TranscriptTurn,
  seq: number,
  { width, hasTimes }: { readonly width: number; readonly hasTimes: boolean },
): Generator<StyledLine> {
  const items = itemsOfFrame(turn, seq);
  if (items.length === 0) return;
  const [, ...blocks] = transcriptBlocks({ ...turn, items, summary: undefined }, [], { hasTimes });
  for (const { text, style } of transcriptLines(blocks, width)) yield [{ text, role: ROLES[style] }];
}
