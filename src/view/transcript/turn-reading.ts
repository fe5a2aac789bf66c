import type { TurnReading } from '../detail/frame-panes.js';
import type { Conversation } from '../screen/conversation.js';
import { TurnReader } from './turn-reader.js';
import { turnSpans } from './turn-spans.js';

/** So many entries are read in some milliseconds. */
const ENTRIES_PER_STEP = 1_000;

/** The turn that an entry is in, read up to it a step at a time; undefined where it is in none that is known. */
export function readingAt(conversation: Conversation, seq: number): TurnReading | undefined {
  const spans = turnSpans(conversation.findings);
  const span = spans.findLast(({ from, to = Infinity }) => from <= seq && seq <= to);
  if (span === undefined) return undefined;
  const reader = new TurnReader(conversation, span);
  return {
    get turn() {
      return reader.turn;
    },
    step: () => !reader.read(seq, ENTRIES_PER_STEP),
  };
}
