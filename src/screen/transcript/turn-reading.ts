import type { TranscriptTurn } from '../../model/transcript/transcript.js';
import type { Conversation } from '../frame/conversation.js';
import { TurnReader } from './turn-reader.js';
import { turnSpans } from './turn-spans.js';

/** How many entries are read at a time. */
const READ_AT_A_TIME = 500;

/** Reads a turn as it was after one of its frames, a little at a time. */
class TurnReading {
  readonly #reader: TurnReader;
  readonly #seq: number;

  constructor(reader: TurnReader, seq: number) {
    this.#reader = reader;
    this.#seq = seq;
  }

  /** The turn so far. */
  get turn(): TranscriptTurn | undefined {
    return this.#reader.turn;
  }

  /** Reads a little further. @returns whether there is more to read */
  step(): boolean {
    return !this.#reader.read(this.#seq, READ_AT_A_TIME);
  }
}

/** The turn that contains a frame, as it was after that frame; undefined if there is none, or if that is not known yet. */
export function turnReadingAt(conversation: Conversation, seq: number): TurnReading | undefined {
  const span = turnSpans(conversation.findings).findLast(({ from, to = Infinity }) => from <= seq && seq <= to);
  return span && new TurnReading(new TurnReader(conversation, span), seq);
}
