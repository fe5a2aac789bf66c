import type { TranscriptTurn } from '../../model/transcript/transcript.js';
import type { Conversation } from '../frame/conversation.js';
import { TurnReader } from './turn-reader.js';
import { turnSpans } from './turn-spans.js';

/** So many entries are read at a time. */
const READ_AT_A_TIME = 500;

/** Reads a turn as it was after one of its frames, a little at a time. */
class TurnReading {
  readonly #reader: TurnReader;
  readonly #seq: number;

  constructor(reader: TurnReader, seq: number) {
    this.#reader = reader;
    this.#seq = seq;
  }

  /** As far as it was read. */
  get turn(): TranscriptTurn | undefined {
    return this.#reader.turn;
  }

  /** Reads a little further. @returns whether there is more to read */
  step(): boolean {
    return !this.#reader.read(this.#seq, READ_AT_A_TIME);
  }
}

/** The turn that a frame is in, as it was then; undefined where it is in none, or that is not known yet. */
export function turnReadingAt(conversation: Conversation, seq: number): TurnReading | undefined {
  const span = turnSpans(conversation.findings).findLast(({ from, to = Infinity }) => from <= seq && seq <= to);
  return span && new TurnReading(new TurnReader(conversation, span), seq);
}
