import type { Connection } from '../../model/state/connection.js';
import { Observer, tell } from '../../model/observer.js';
import { TranscriptReader } from '../../model/transcript/transcript-reader.js';
import type { TranscriptTurn } from '../../model/transcript/transcript.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { Conversation } from '../frame/conversation.js';

/** A turn, by its first and last entry. */
export interface TurnSpan {
  readonly sessionId: string;
  readonly number: number;
  /** Its prompt, or the first work without a prompt. */
  readonly from: number;
  /** Undefined while it goes on. */
  readonly to: number | undefined;
  /** Undefined while it goes on. */
  readonly summary: TurnSummary | undefined;
}

/** If there are at most this many entries between two turns, they are read instead of looking up a state. */
const MOST_BETWEEN = 2_000;

/**
 * Reads a turn up to a frame. It reads only the turn's own frames and the state before them. Going forward reads only the new frames; going
 * back starts again.
 */
export class TurnReader {
  readonly span: TurnSpan;
  readonly #conversation: Pick<Conversation, 'stateAt' | 'observed'>;
  #observer: Observer | undefined;
  #reader = new TranscriptReader(() => undefined);
  #ended: TranscriptTurn | undefined;
  /** A reader whose state this turn can start from. */
  #before: TurnReader | undefined;
  #seq: number;

  /** @param before the reader of an earlier turn; its state is reused if this turn begins soon after it */
  constructor(conversation: Pick<Conversation, 'stateAt' | 'observed'>, span: TurnSpan, before?: TurnReader) {
    this.#conversation = conversation;
    this.span = span;
    this.#before = before;
    this.#seq = span.from - 1;
  }

  /** The last entry that was read. */
  get seq(): number {
    return this.#seq;
  }

  /** The turn so far; undefined before its first frame. */
  get turn(): TranscriptTurn | undefined {
    const { sessionId, number, summary, to } = this.span;
    if (this.#ended !== undefined) return this.#ended;
    const turn = this.#reader.open(sessionId, number);
    // a turn that ended with the recording
    const isOver = turn !== undefined && to !== undefined && this.#seq >= to;
    return isOver && summary !== undefined ? { ...turn, summary } : turn;
  }

  /**
   * Reads on to an entry; if more was read already, it starts again.
   *
   * @param most the most entries to read
   * @returns whether it was reached
   */
  read(seq: number, most: number): boolean {
    const wanted = Math.max(this.span.from - 1, Math.min(seq, this.span.to ?? seq));
    if (wanted < this.#seq) this.#restart();
    if (wanted === this.#seq) return true;
    const observer = this.#observer ?? this.#begin();
    const to = Math.min(wanted, this.#seq + most);
    for (const entry of this.#conversation.observed(this.#seq + 1, to)) tell(observer, entry);
    this.#seq = to;
    return to === wanted;
  }

  #begin(): Observer {
    const { sessionId, number } = this.span;
    const take = (turn: TranscriptTurn) => {
      if (turn.sessionId === sessionId && turn.number === number) this.#ended = turn;
    };
    this.#reader = new TranscriptReader(take);
    this.#observer = new Observer([this.#reader], {}, this.#stateBefore());
    this.#before = undefined;
    return this.#observer;
  }

  #stateBefore(): Connection {
    const { from } = this.span;
    const before = this.#before;
    const known = before === undefined || before.#seq >= from ? undefined : before.#observer?.connection;
    if (before === undefined || known === undefined || from - before.#seq > MOST_BETWEEN) {
      return this.#conversation.stateAt(from - 1);
    }
    const observer = new Observer([], {}, known);
    for (const entry of this.#conversation.observed(before.#seq + 1, from - 1)) tell(observer, entry);
    before.#restart();
    return observer.connection;
  }

  #restart(): void {
    this.#observer = undefined;
    this.#reader = new TranscriptReader(() => undefined);
    this.#ended = undefined;
    this.#seq = this.span.from - 1;
  }
}
