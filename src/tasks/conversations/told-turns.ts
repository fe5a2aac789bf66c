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
  readonly told: ConversationCheck;
  readonly #hasRealTimes: boolean;

  constructor(subject: Subject) {
    this.#hasRealTimes = subject.hasRealTimes;
    const reader = new TranscriptReader((turn) => this.#turns.push(turn));
    this.told = new ConversationCheck(subject, checkSettings({}, process.cwd()), {
      listeners: [reader],
      quotes: true,
    });
  }

  end(): Told {
    const checked = this.told.end();
    const turns = this.#turns.sort((a, b) => firstSeq(a) - firstSeq(b));
    return { checked, turns, hasTimes: this.told.hasTimes && this.#hasRealTimes };
  }
}

function firstSeq({ items, summary }: TranscriptTurn): number {
  return items[0]?.seq ?? summary?.first.seq ?? 0;
}

/** Violations of a session, each list in the order of their frames. */
interface OfSession {
  readonly all: QuotedViolation[];
  /** By the number of their turn. */
  readonly turns: Map<number, QuotedViolation[]>;
  readonly withoutTurn: QuotedViolation[];
}

/** The violations that were not shown with a turn yet. */
export class UntoldViolations {
  /** The violations with their indexes. */
  readonly #left: Map<QuotedViolation, number>;
  readonly #sessions = new Map<string | undefined, OfSession>();

  /** @param violations in the order of their frames */
  constructor(violations: readonly QuotedViolation[]) {
    this.#left = new Map(violations.map((violation, place) => [violation, place]));
    for (const violation of violations) {
      const { sessionId, turn } = violation;
      const session: OfSession = this.#sessions.get(sessionId) ?? { all: [], turns: new Map(), withoutTurn: [] };
      this.#sessions.set(sessionId, session);
      session.all.push(violation);
      const own = turn === undefined ? session.withoutTurn : (session.turns.get(turn) ?? []);
      own.push(violation);
      if (turn !== undefined) session.turns.set(turn, own);
    }
  }

  /** The violations that no turn has taken. */
  get rest(): QuotedViolation[] {
    return [...this.#left.keys()];
  }

  /** Takes the violations of a turn: by its number or, if one of the two has none, by their frames. */
  take(turn: TranscriptTurn): QuotedViolation[] {
    const session = this.#sessions.get(turn.sessionId);
    if (session === undefined) return [];
    const first = firstSeq(turn);
    const last = turn.summary?.end.seq ?? turn.items.at(-1)?.seq ?? first;
    const listed =
      turn.number === undefined
        ? session.all.slice(...rangeOf(session.all, first, last))
        : [...(session.turns.get(turn.number) ?? []), ...takeRange(session.withoutTurn, first, last)];
    const own = listed
      .filter((violation) => this.#left.has(violation))
      .sort((a, b) => this.#placeOf(a) - this.#placeOf(b));
    for (const violation of own) this.#left.delete(violation);
    return own;
  }

  #placeOf(violation: QuotedViolation): number {
    return this.#left.get(violation) ?? 0;
  }
}

/** Removes a range, so that overlapping turns need not skip it again and again. */
function takeRange(list: QuotedViolation[], first: number, last: number): QuotedViolation[] {
  const [from, to] = rangeOf(list, first, last);
  return list.splice(from, to - from);
}

/** The range of indexes for a range of frames. */
function rangeOf(list: readonly QuotedViolation[], first: number, last: number): [from: number, to: number] {
  const from = placeFrom(list, first);
  return [from, Math.max(from, placeFrom(list, last + 1))];
}

/** How many come before a frame. */
function placeFrom(list: readonly QuotedViolation[], seq: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.seq ?? Infinity) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
