import type { Violation } from '../check/engine/violation.js';
import type { Connection } from '../model/state/connection.js';
import { objectOf } from '../model/json-access.js';
import type { UnreadRun } from '../model/reading/line-reader.js';
import type { Listener } from '../model/observer.js';
import type { Line, Step } from '../model/state/step.js';
import { TranscriptReader } from '../model/transcript/transcript-reader.js';
import type { TranscriptTurn } from '../model/transcript/transcript.js';
import type { TurnSummary } from '../model/state/turn.js';
import type { JsonObject } from '../wire/json-text.js';
import { ExchangeItems, type Belonging } from './exchange-items.js';
import { newItem } from './items.js';
import type { Item, Outline } from './outline.js';
import { SessionDraft } from './session-draft.js';
import { StableValues } from './stable-values.js';
import type { Stabilise } from './turn-items.js';
import { UpdateItems } from './update-items.js';

export interface OutlineOptions {
  /** Compare `_meta` too. */
  readonly meta?: boolean;
  /** False where the conversation was replayed at another pace than its own. */
  readonly hasRealTimes?: boolean;
}

/**
 * Reads the outline of a conversation, as a listener of the observer (or of the checker, whose violations it then takes
 * too). In memory are outlines and what is open, never frames.
 */
export class OutlineReader implements Listener {
  readonly #values: StableValues;
  readonly #exchanges: ExchangeItems;
  readonly #updates: UpdateItems;
  readonly #transcript: TranscriptReader;
  readonly #sessions = new Map<string, SessionDraft>();
  readonly #items: Item[] = [];
  readonly #violations = new Map<string, Item[]>();
  readonly #hasRealTimes: boolean;
  #isTimed = false;
  #connection: Connection | undefined;
  #outline: Outline | undefined;

  constructor({ meta = false, hasRealTimes = true }: OutlineOptions = {}) {
    this.#values = new StableValues(meta);
    this.#exchanges = new ExchangeItems(this.#values, (item, where) => {
      this.#place(item, where);
    });
    this.#updates = new UpdateItems(this.#values);
    this.#transcript = new TranscriptReader((turn) => {
      this.#takeTurn(turn);
    });
    this.#hasRealTimes = hasRealTimes;
  }

  /** What was read. Throws before the end of the conversation was told. */
  get outline(): Outline {
    if (this.#outline === undefined) throw new Error('the end of the conversation was not told');
    return this.#outline;
  }

  applied(step: Step, connection: Connection): void {
    this.#connection = connection;
    this.#isTimed ||= step.line.timed;
    this.#transcript.applied(step, connection);
    this.#exchanges.applied(step, connection);
    this.#updates.applied(step, connection);
    if (step.sessionId !== undefined && connection.sessions.has(step.sessionId)) {
      this.#draftOf(step.sessionId).note(step.exchange?.seq ?? step.seq, step.seq);
    }
  }

  unread({ sender }: Line, { lines, isOneValue }: UnreadRun): void {
    if (!isOneValue) for (const line of lines) this.#exchanges.unreadLine(sender, line);
  }

  turnEnded(summary: TurnSummary): void {
    this.#transcript.turnEnded(summary);
  }

  finished(): void {
    this.#transcript.finished();
    const connection = this.#connection;
    const handshake = connection === undefined ? undefined : this.#exchanges.finish(connection);
    const drafts = [...this.#sessions.values()].sort((a, b) => a.seq - b.seq);
    this.#outline = {
      handshake,
      items: this.#items.sort((a, b) => a.seq - b.seq),
      sessions: drafts.map((draft, i) =>
        draft.finish(i + 1, connection === undefined ? [] : this.#updates.take(draft.id, connection)),
      ),
      end: connection === undefined ? undefined : endItem(connection),
      violations: this.#violations,
      hasTimes: this.#isTimed && this.#hasRealTimes,
    };
  }

  /** Takes what the checker found. */
  violation({ rule, fault, seq, sessionId = '', turn }: Violation): void {
    const known = this.#violations.get(sessionId) ?? [];
    this.#violations.set(sessionId, known);
    const label = `violation of ${rule} by the ${fault}`;
    known.push(newItem({ kind: 'violation', seq, turn, label, facts: { rule, fault } }));
  }

  #draftOf(sessionId: string): SessionDraft {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const stable: Stabilise = (value, more) =>
      this.#connection === undefined ? value : this.#values.of(value, this.#connection, sessionId, more);
    this.#values.noteSession(sessionId);
    const made = new SessionDraft(sessionId, stable);
    this.#sessions.set(sessionId, made);
    return made;
  }

  #place(item: Item, { sessionId, turn }: Belonging): void {
    const isKnown = sessionId !== undefined && this.#connection?.sessions.has(sessionId) === true;
    if (!isKnown) this.#items.push(item);
    else this.#draftOf(sessionId).add(item, turn);
  }

  #takeTurn(turn: TranscriptTurn): void {
    const answer = turn.summary?.how === 'unanswered' ? undefined : this.#answerOf(turn);
    this.#draftOf(turn.sessionId).takeTurn(turn, answer);
  }

  #answerOf({ summary }: TranscriptTurn): { result: JsonObject | undefined; message: string | undefined } {
    const answer = this.#exchanges.takePromptAnswer(summary?.asked?.seq);
    return { result: objectOf(answer?.result), message: answer?.error?.message };
  }
}

function endItem({ ending: { exit } }: Connection): Item | undefined {
  if (exit === undefined) return undefined;
  const { seq, code, signal } = exit;
  const label = signal === undefined ? `exit with code ${code ?? 'unknown'}` : `end by ${signal}`;
  return newItem({ kind: 'end', seq, label, facts: { code, signal } });
}
