import type { EventFields, EventName, Sender } from '../wire/frame.js';
import { readLossily, type BatchMessage, type Message, type SingleMessage } from '../wire/message.js';
import { applyEvent, applyLine, applyStep } from './apply.js';
import { applyBatch } from './requests/batches.js';
import type { Connection } from './state/connection.js';
import { settleDialect } from './handshake/dialect.js';
import { readLine, takeUnread, type UnreadRun } from './reading/line-reader.js';
import { Clock } from './reading/clock.js';
import type { Moment } from './state/moment.js';
import { newConnection } from './state/new-connection.js';
import type { Session } from './state/session.js';
import { stepOf, type BatchEntry } from './reading/step-of.js';
import type { EventStep, Line, Step } from './state/step.js';
import type { TurnSummary } from './state/turn.js';
import { endTurns } from './turns/turns.js';
import { guessVersion } from './reading/version-guess.js';

/** A frame: one line of one side. */
export interface ObservedFrame {
  readonly seq: number;
  readonly sender: Sender;
  /** Without the newline; undefined if the line is too long to be read. */
  readonly bytes: Uint8Array | undefined;
  /** Its text, if it was already decoded (strictly). */
  readonly text?: string | undefined;
  readonly sizeBytes: number;
  readonly terminated: boolean;
  /** When it was complete, in ns since time zero: its newline came or, without one, its stream ended. */
  readonly atNs: number | undefined;
}

export interface ObservedEvent {
  readonly seq: number;
  readonly name: EventName;
  readonly fields: EventFields;
  readonly atNs: number | undefined;
}

/** The entries of a recording, one after the other. */
export type ObservedEntry =
  { readonly type: 'frame'; readonly frame: ObservedFrame } | { readonly type: 'event'; readonly event: ObservedEvent };

/** Tells an observer, or what listens like one, of an entry. */
export function tell(observer: Pick<Observer, 'frame' | 'event'>, entry: ObservedEntry): void {
  if (entry.type === 'frame') observer.frame(entry.frame);
  else observer.event(entry.event);
}

/** A listener to everything that happens. All methods except `applied` are called with the state before it. */
export interface Listener {
  /**
   * Lines that are not JSON, once it is clear what they are. `line`: the last of them, or the one that made it clear.
   */
  unread?(line: Line, run: UnreadRun): void;
  /** A line that may be a piece of a value printed over several lines. */
  piece?(line: Line): void;
  /** A batch, before its entries. */
  batch?(step: Step, batch: BatchMessage): void;
  message?(step: Step): void;
  /** The only call after the message was applied to the state. */
  applied?(step: Step, connection: Connection): void;
  event?(event: EventStep): void;
  /** A turn is over: with its last message, or at the end of the recording. */
  turnEnded?(turn: TurnSummary): void;
  /** After each line and event. */
  settled?(): void;
  /**
   * Once, after the last entry. Whatever is open is still open. `goesOn`: so is the conversation, and `last` is now.
   */
  end?(last: Moment, holdsItsEnd: boolean, goesOn: boolean): void;
  /** Once, after everything else. */
  finished?(): void;
}

export interface ObserverOptions {
  /** Whether the recording begins with the connection; detected by default. */
  readonly fromStart?: boolean | undefined;
}

/**
 * Keeps the state of a connection after each frame, and tells listeners about it: the only way from lines to meaning.
 */
export class Observer {
  readonly connection: Connection;
  readonly #listeners: readonly Listener[];
  readonly #clock = new Clock();
  readonly #fromStart: boolean | undefined;
  /** Turns that ended with this line, as `number session`, and that listeners know about. */
  #told: { readonly seq: number; readonly turns: Set<string> } | undefined;
  #hasTimes = false;

  constructor(listeners: readonly Listener[], { fromStart }: ObserverOptions = {}, connection?: Connection) {
    this.#listeners = listeners;
    this.#fromStart = fromStart;
    this.connection = connection ?? newConnection({ fromStart: fromStart ?? false });
    if (connection?.last !== undefined) this.#clock = new Clock(connection.last.at);
  }

  /** Whether any frame so far has a time of its own. */
  get hasTimes(): boolean {
    return this.#hasTimes;
  }

  frame({ seq, sender, bytes, text, sizeBytes, terminated, atNs }: ObservedFrame): void {
    this.#hasTimes ||= atNs !== undefined;
    const at = this.#clock.timeOf(atNs);
    const line: Line = { seq, at, sender, bytes, text, sizeBytes, terminated, timed: atNs !== undefined };
    const { unread, message } = readLine(this.connection, line);
    if (unread !== undefined) this.#tellUnread(line, unread);
    applyLine(this.connection, line);
    if (!terminated && message !== undefined) this.#noteTail(line, message);
    if (message === undefined) for (const listener of this.#listeners) listener.piece?.(line);
    else this.#takeMessage(line, message);
    this.#settle();
  }

  event({ seq, name, fields, atNs }: ObservedEvent): void {
    // an event without a time happened when the last frame came
    const event = { seq, name, fields, at: this.#clock.timeOf(atNs ?? this.#clock.lastMs * 1e6) };
    for (const listener of this.#listeners) listener.event?.(event);
    applyEvent(this.connection, event);
    this.#settle();
  }

  /**
   * Call it once, after the last entry.
   *
   * @param nowMs for a conversation that is still going on: the current time, in ms since time zero
   * @returns whether the recording holds the end of the conversation, rather than only its own
   */
  end(nowMs?: number): boolean {
    const { connection } = this;
    const goesOn = nowMs !== undefined;
    if (goesOn && connection.last !== undefined) {
      const { seq, at } = connection.last;
      connection.last = { seq, at: Math.max(at, nowMs) };
    }
    for (const sender of ['client', 'agent'] as const) {
      const run = takeUnread(connection, sender);
      const place = run?.lines.at(-1);
      if (run !== undefined && place !== undefined) this.#tellUnread({ ...noLine(sender), ...place }, run);
    }
    const last = connection.last ?? { seq: 0, at: 0 };
    settleDialect(connection, last);
    const hasEnded = !goesOn && holdsItsEnd(connection);
    for (const listener of this.#listeners) listener.end?.(last, hasEnded, goesOn);
    for (const turn of endTurns(connection, goesOn ? 'goes-on' : 'unanswered')) this.#tellTurnEnded(turn);
    for (const listener of this.#listeners) listener.finished?.();
    return hasEnded;
  }

  #tellUnread(line: Line, run: UnreadRun): void {
    for (const listener of this.#listeners) listener.unread?.(line, run);
    this.connection.wires[line.sender].unreadable += run.isOneValue ? 0 : run.lines.length;
  }

  #noteTail({ sender, seq, at }: Line, message: Message): void {
    const reason = message.kind === 'malformed' ? message.reason : undefined;
    const isCut = reason === 'not-json' || reason === 'invalid-utf8';
    if (reason !== 'blank') this.connection.wires[sender].tail = { seq, at, isCut };
  }

  #takeMessage(line: Line, message: Message): void {
    if (message.kind !== 'batch') {
      this.#takeSingle(line, message);
      return;
    }
    const step = stepOf(this.connection, line, NO_MESSAGE, { batch: message, index: undefined });
    for (const listener of this.#listeners) listener.batch?.(step, message);
    for (const [index, entry] of message.messages.entries()) this.#takeSingle(line, entry, { batch: message, index });
    applyBatch(this.connection, line, message);
  }

  #takeSingle(line: Line, message: SingleMessage, entry?: BatchEntry): void {
    guessVersion(this.connection, line.sender, message);
    const step = stepOf(this.connection, line, message, entry);
    for (const listener of this.#listeners) listener.message?.(step);
    const meant = this.#meantBy(step);
    applyStep(this.connection, meant);
    for (const listener of this.#listeners) listener.applied?.(meant, this.connection);
    this.#tellEndedBy(meant);
  }

  #tellEndedBy({ session, match, seq }: Step): void {
    if (session !== undefined) this.#tellEndedAt(seq, session);
    // an error with id null may refuse prompts in any session
    else if (match === 'no-id') for (const any of this.connection.sessions.values()) this.#tellEndedAt(seq, any);
  }

  #tellEndedAt(seq: number, { id, closedTurns }: Session): void {
    if (closedTurns.at(-1)?.end.seq !== seq) return;
    const told = this.#told?.seq === seq ? this.#told : (this.#told = { seq, turns: new Set() });
    for (const turn of closedTurns) {
      const name = `${turn.number} ${id}`;
      // the entries of a batch share one number
      if (turn.end.seq !== seq || told.turns.has(name)) continue;
      told.turns.add(name);
      this.#tellTurnEnded(turn);
    }
  }

  /** A wrong byte does not make a frame unreadable: the state continues as if it were right. */
  #meantBy(step: Step): Step {
    const { message, line, batch, index } = step;
    if (message.kind !== 'malformed' || message.reason !== 'invalid-utf8' || line.bytes === undefined) return step;
    const meant = readLossily(line.bytes);
    if (meant.kind === 'batch' || meant.kind === 'malformed') return step;
    return stepOf(this.connection, line, meant, batch && { batch, index });
  }

  #tellTurnEnded(turn: TurnSummary): void {
    for (const listener of this.#listeners) listener.turnEnded?.(turn);
  }

  #settle(): void {
    if (this.#fromStart !== undefined) this.connection.fromStart = this.#fromStart;
    for (const listener of this.#listeners) listener.settled?.();
  }
}

/** The message of a line that holds no single message. */
export const NO_MESSAGE: SingleMessage = {
  kind: 'malformed',
  reason: 'not-an-object',
  detail: undefined,
  json: undefined,
};

function noLine(sender: Sender): Line {
  return { sender, seq: 0, at: 0, bytes: undefined, sizeBytes: 0, terminated: true, timed: false };
}

function holdsItsEnd({ ending }: Connection): boolean {
  return ending.exit !== undefined || ending.agentEof !== undefined || ending.clientEof !== undefined;
}
