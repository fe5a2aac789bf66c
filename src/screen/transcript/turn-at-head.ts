import type { Violation } from '../../check/engine/violation.js';
import type { TranscriptTurn } from '../../model/transcript/transcript.js';
import { hasTimes } from '../playback/conversation-playback.js';
import type { Playback } from '../playback/playback.js';
import type { Conversation } from '../frame/conversation.js';
import type { TurnFacts } from './turn-header.js';
import type { ShownTurn } from './transcript-rows.js';
import { TurnReader, type TurnSpan } from './turn-reader.js';
import { spanAt, turnSpans, violationsIn } from './turn-spans.js';

/** One turn of a recording as it was at the play head. If the play head leaves the turn, the next turn is shown. */
export class TurnAtHead {
  readonly #conversation: Conversation;
  readonly #playback: Playback;
  #reader: TurnReader | undefined;
  #isRead = false;
  /** The state that was last returned by `news`. */
  #told = '';
  #spans: readonly TurnSpan[] = [];
  #spansOf: readonly unknown[] = [];

  constructor(conversation: Conversation, playback: Playback) {
    this.#conversation = conversation;
    this.#playback = playback;
  }

  /** Undefined while no turn is known. */
  get span(): TurnSpan | undefined {
    return this.#reader?.span;
  }

  get turn(): TranscriptTurn | undefined {
    return this.#reader?.turn;
  }

  /** Whether everything that should be visible was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** All turns, in the order of their beginnings. */
  get spans(): readonly TurnSpan[] {
    const { turns, openTurns } = this.#conversation.findings;
    const of = [turns, turns.length, openTurns];
    if (of.some((each, i) => each !== this.#spansOf[i])) {
      this.#spans = turnSpans(this.#conversation.findings);
      this.#spansOf = of;
    }
    return this.#spans;
  }

  /** The violations up to the play head. */
  get violations(): readonly Violation[] {
    if (this.#reader === undefined) return [];
    const limit = this.#limit();
    return violationsIn(this.#reader.span, this.#conversation.findings.violations).filter(({ seq }) => seq <= limit);
  }

  open(span: TurnSpan | undefined): void {
    const now = this.#reader?.span;
    const isSame = now?.from === span?.from && now?.sessionId === span?.sessionId && now?.to === span?.to;
    if (span === undefined || isSame) return;
    this.#reader = new TurnReader(this.#conversation, span, this.#reader);
    this.#isRead = false;
    this.#told = '';
  }

  /**
   * Goes to the turn at the play head, or stays; and reads it.
   *
   * @param wanted an entry of the first turn, or before it
   * @param most the most entries to read
   */
  read(wanted: number, most: number): void {
    this.#follow(wanted);
    this.#isRead = this.#reader?.read(this.#limit(), most) ?? true;
  }

  /** The turn to show, if it has changed since the last call; otherwise undefined. */
  news(): ShownTurn | 'nothing' | undefined {
    const reader = this.#reader;
    if (reader === undefined) return undefined;
    const { violations } = this;
    const told = `${reader.span.from} ${reader.seq} ${violations.length}`;
    if (told === this.#told) return undefined;
    this.#told = told;
    const { turn } = reader;
    return turn === undefined ? 'nothing' : { turn, violations, hasTimes: hasTimes(this.#conversation) };
  }

  facts(): TurnFacts | undefined {
    if (this.#reader === undefined) return undefined;
    const { span, turn } = this.#reader;
    const { head, timeline } = this.#playback;
    const nowMs = head?.ms ?? timeline.timeOf(Math.min(this.#limit(), span.to ?? Infinity));
    return { span, turn, nowMs, hasTimes: hasTimes(this.#conversation) };
  }

  /** The last entry that should be visible. */
  #limit(): number {
    return this.#playback.head?.seq ?? this.#conversation.entries - 1;
  }

  #follow(wanted: number): void {
    const { spans } = this;
    const { head } = this.#playback;
    const now = this.#reader?.span;
    if (now === undefined) {
      this.open(spans[spanAt(spans, wanted)]);
      return;
    }
    // an open turn may have ended
    if (now.to === undefined)
      this.open(spans.find(({ from, sessionId }) => from === now.from && sessionId === now.sessionId));
    if (head === undefined || (head.seq >= now.from && head.seq <= (now.to ?? Infinity))) return;
    this.open(
      spans[
        Math.max(
          0,
          spans.findLastIndex(({ from }) => from <= head.seq),
        )
      ],
    );
  }
}
