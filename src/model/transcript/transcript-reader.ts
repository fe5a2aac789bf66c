import type { Connection } from '../state/connection.js';
import type { Listener } from '../observer.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import { takeAnswer, TranscriptTurnBuilder, type Asked } from './transcript-turn.js';
import type { TranscriptTurn } from './transcript.js';
import type { TurnSummary } from '../state/turn.js';

/** Everything outside turns is kept under this number. */
const OUTSIDE = 0;

/**
 * Turns the frames of a conversation into what a person reads. It passes each turn on when it has ended, and everything
 * between two turns when the next one begins. It keeps only open turns in memory.
 */
export class TranscriptReader implements Listener {
  readonly #take: (turn: TranscriptTurn) => void;
  readonly #sessions = new Map<string, Map<number, TranscriptTurnBuilder>>();
  /** Pending requests, by the number of their frame. Their answers may come after the turn. */
  readonly #asked = new Map<number, Asked>();

  constructor(take: (turn: TranscriptTurn) => void) {
    this.#take = take;
  }

  applied(step: Step, connection: Connection): void {
    const { sessionId, message } = step;
    const session = sessionId === undefined ? undefined : connection.sessions.get(sessionId);
    if (session === undefined || message.kind === 'malformed') return;
    if (message.kind === 'response') this.#answer(step);
    else tell(this.#builderOf(session, step, numberOf(session, step)), step, connection);
  }

  #answer(step: Step): void {
    const asked = step.exchange?.seq ?? -1;
    const open = this.#asked.get(asked);
    this.#asked.delete(asked);
    if (open !== undefined) takeAnswer(open, step);
  }

  /** An open turn, or everything outside turns, as read so far; it keeps growing. */
  open(sessionId: string, number: number | undefined): TranscriptTurn | undefined {
    return this.#sessions.get(sessionId)?.get(number ?? OUTSIDE)?.turn;
  }

  turnEnded(summary: TurnSummary): void {
    const { sessionId, number } = summary;
    const builder = this.#sessions.get(sessionId)?.get(number);
    if (builder === undefined) return;
    builder.turn.summary = summary;
    this.#handOver(sessionId, number);
  }

  finished(): void {
    for (const [sessionId, builders] of this.#sessions) {
      for (const number of [...builders.keys()]) this.#handOver(sessionId, number);
    }
  }

  #builderOf(session: Session, { isHistory }: Step, number = OUTSIDE): TranscriptTurnBuilder {
    const builders = this.#sessions.get(session.id) ?? new Map<number, TranscriptTurnBuilder>();
    this.#sessions.set(session.id, builders);
    const known = builders.get(number);
    if (known?.turn.isHistory === isHistory || (known !== undefined && number !== OUTSIDE)) return known;
    const made = new TranscriptTurnBuilder(
      { sessionId: session.id, number: number || undefined, isHistory },
      this.#asked,
    );
    const before = builders.get(OUTSIDE);
    if (before !== undefined) {
      if (number !== OUTSIDE) made.adopt(takePrompts(before));
      this.#handOver(session.id, OUTSIDE);
    }
    builders.set(number, made);
    return made;
  }

  #handOver(sessionId: string, number: number): void {
    const builders = this.#sessions.get(sessionId);
    const builder = builders?.get(number);
    builders?.delete(number);
    if (builder !== undefined && (builder.turn.items.length > 0 || number !== OUTSIDE)) this.#take(builder.turn);
  }
}

/** The turn of a message; undefined outside turns, and for history that cannot belong to a turn. */
function numberOf({ open, replay }: Session, { isHistory, update }: Step): number | undefined {
  const isReplay = isHistory && update !== undefined && replay?.duringWork === false;
  return isReplay ? undefined : open.at(-1)?.number;
}

/** v2: a prompt is sent and echoed before the work on it begins, but belongs to that turn nevertheless. */
function takePrompts({ turn }: TranscriptTurnBuilder): TranscriptTurn['items'] {
  const first = turn.items.findIndex(({ type }) => type === 'prompt');
  return first === -1 ? [] : turn.items.splice(first);
}

function tell(builder: TranscriptTurnBuilder, step: Step, connection: Connection): void {
  switch (step.method) {
    case 'session/prompt':
      builder.prompt(step);
      return;
    case 'session/cancel':
      builder.cancel(step);
      return;
    case 'session/update':
      builder.update(step);
      return;
    case 'session/request_permission':
      builder.askPermission(step);
      return;
    default:
      builder.ask(step, connection);
  }
}
