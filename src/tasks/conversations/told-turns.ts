import type { Place } from '../../fixture/format/read-fixture.js';
import type { ObservedEvent, ObservedFrame } from '../../model/observer.js';
import { TranscriptReader } from '../../model/transcript/transcript-reader.js';
import type { TranscriptTurn } from '../../model/transcript/transcript.js';
import type { Checked, QuotedViolation } from '../../report/check/checked.js';
import { checkSettings } from '../checking/check-settings.js';
import { ConversationCheck } from '../checking/conversation-check.js';
import type { ConversationTaker, Subject } from './conversations.js';

/** A conversation with its turns in the order of their ends. */
export interface Told {
  readonly checked: Checked;
  readonly turns: readonly TranscriptTurn[];
  readonly hasTimes: boolean;
}

/** Reads the turns of a conversation, and checks it. */
export class TranscriptTaker implements ConversationTaker<Told> {
  readonly #turns: TranscriptTurn[] = [];
  readonly #check: ConversationCheck;
  readonly #hasRealTimes: boolean;
  #isTimed = false;

  constructor(subject: Subject) {
    this.#hasRealTimes = subject.hasRealTimes;
    const reader = new TranscriptReader((turn) => this.#turns.push(turn));
    this.#check = new ConversationCheck(subject, checkSettings({}, process.cwd()), {
      listeners: [reader],
      quotes: true,
    });
  }

  allow(seq: number, texts: readonly string[], place?: Place): void {
    this.#check.allow(seq, texts, place);
  }

  frame(frame: ObservedFrame, place?: Place): void {
    this.#isTimed ||= frame.atNs !== undefined;
    this.#check.frame(frame, place);
  }

  event(event: ObservedEvent, place?: Place): void {
    this.#check.event(event, place);
  }

  end(): Told {
    const checked = this.#check.end();
    const turns = this.#turns.sort((a, b) => firstSeq(a) - firstSeq(b));
    return { checked, turns, hasTimes: this.#isTimed && this.#hasRealTimes };
  }
}

function firstSeq({ items, summary }: TranscriptTurn): number {
  return items[0]?.seq ?? summary?.first.seq ?? 0;
}

/** The violations that stand in a turn; what belongs to none is told at the end. */
export function takeOwn(left: Set<QuotedViolation>, turn: TranscriptTurn): QuotedViolation[] {
  const first = firstSeq(turn);
  const last = turn.summary?.end.seq ?? turn.items.at(-1)?.seq ?? first;
  const own = [...left].filter(({ sessionId, turn: number, seq }) => {
    if (sessionId !== turn.sessionId) return false;
    return number === undefined || turn.number === undefined ? seq >= first && seq <= last : number === turn.number;
  });
  for (const violation of own) left.delete(violation);
  return own;
}
