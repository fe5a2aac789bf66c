import type { Connection } from './connection.js';
import type { Listener } from './observer.js';
import type { Session } from './session.js';
import type { Step } from './step.js';
import { TranscriptTurnBuilder } from './transcript-turn.js';
import type { TranscriptTurn } from './transcript.js';

/** What stands outside of turns is kept under this number. */
const OUTSIDE = 0;

/**
 * Puts the frames of a conversation together to what a person reads, and hands each turn over when it ended; what stands
 * between turns when the next one begins. In memory is what is open, and nothing else.
 */
export class TranscriptReader implements Listener {
  readonly #take: (turn: TranscriptTurn) => void;
  readonly #sessions = new Map<string, Map<number, TranscriptTurnBuilder>>();

  constructor(take: (turn: TranscriptTurn) => void) {
    this.#take = take;
  }

  applied(step: Step, connection: Connection): void {
    const { sessionId, message } = step;
    const session = sessionId === undefined ? undefined : connection.sessions.get(sessionId);
    if (session === undefined || message.kind === 'malformed') return;
    const ended = session.closedTurns.at(-1);
    const hasEnded = ended?.end.seq === step.seq;
    const builder = this.#builderOf(session, step, hasEnded ? ended.number : session.open.at(-1)?.number);
    if (message.kind === 'response') this.#answer(session, step);
    else tell(builder, step);
    if (!hasEnded) return;
    builder.turn.summary = ended;
    this.#handOver(session.id, ended.number);
  }

  end(): void {
    for (const [sessionId, builders] of this.#sessions) {
      for (const number of [...builders.keys()]) this.#handOver(sessionId, number);
    }
  }

  #answer(session: Session, step: Step): void {
    for (const builder of this.#sessions.get(session.id)?.values() ?? []) if (builder.answer(step)) return;
  }

  #builderOf(session: Session, { isHistory }: Step, number = OUTSIDE): TranscriptTurnBuilder {
    const builders = this.#sessions.get(session.id) ?? new Map<number, TranscriptTurnBuilder>();
    this.#sessions.set(session.id, builders);
    const known = builders.get(number);
    if (known?.turn.isHistory === isHistory || (known !== undefined && number !== OUTSIDE)) return known;
    const made = new TranscriptTurnBuilder(session.id, number === OUTSIDE ? undefined : number, isHistory);
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

/** v2: a prompt is sent, and echoed, before the work on it begins; it belongs to the turn all the same. */
function takePrompts({ turn }: TranscriptTurnBuilder): TranscriptTurn['items'] {
  const first = turn.items.findIndex(({ type }) => type === 'prompt');
  return first === -1 ? [] : turn.items.splice(first);
}

function tell(builder: TranscriptTurnBuilder, step: Step): void {
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
      builder.ask(step);
  }
}
