import type { MethodSpec, Protocol } from '../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../acp/schema/shape.js';
import { NO_BATCH, noteBadFrame } from '../../model/requests/bad-frames.js';
import type { Connection, Dialect } from '../../model/state/connection.js';
import { objectOf, textOf } from '../../model/json-access.js';
import type { UnreadRun } from '../../model/reading/line-reader.js';
import type { Moment } from '../../model/state/moment.js';
import { newConnection } from '../../model/state/new-connection.js';
import { NO_MESSAGE, Observer, type Listener, type ObservedEvent, type ObservedFrame } from '../../model/observer.js';
import { stepOf, stopReasonOf } from '../../model/reading/step-of.js';
import type { EventStep, Line, Step } from '../../model/state/step.js';
import { turnOf } from '../../model/turns/turn-beginning.js';
import { isWorking } from '../../model/turns/work.js';
import type { BatchMessage, Message } from '../../wire/message.js';
import type { Thresholds, TurnEnding } from './context.js';
import { dispatchesOf, type Dispatch } from './dispatch.js';
import { ALL_FACTS, factsOf } from './facts.js';
import { Inspection, type Subject } from './inspection.js';
import { Reporter } from './reporter.js';
import type { Rule, Trigger } from './rule.js';
import { aspectOf, happeningOf, NO_MESSAGE_ASPECT } from './triggers.js';
import type { Violation } from './violation.js';

export interface CheckerOptions {
  readonly protocol: Protocol;
  readonly rules: readonly Rule[];
  readonly onViolation: (violation: Violation) => void;
  /** The draft of v2; detected by default. */
  readonly dialect?: Dialect | undefined;
  /** Whether the recording begins with the connection; detected by default. */
  readonly fromStart?: boolean | undefined;
  /** False for recordings whose times mean nothing, such as a replay at instant pace. */
  readonly hasRealTimes?: boolean;
  readonly thresholds?: Partial<Thresholds>;
  /** Listeners that are called after the rules. */
  readonly listeners?: readonly Listener[];
}

const THRESHOLDS: Thresholds = {
  raceWindow: 100,
  crossing: 1,
  newWork: 1_000,
  slowCancel: 5_000,
  reply: 1_000,
  exitGrace: 250,
  frameBytes: 64 * 1024,
  repeatedBytes: 1_000_000,
  errorMessage: 500,
};

/** Finds violations of the protocol in a conversation, one frame at a time. */
export class Checker {
  readonly connection: Connection;
  readonly #observer: Observer;

  constructor(options: CheckerOptions) {
    const { dialect, fromStart, listeners = [] } = options;
    this.connection = newConnection({ fromStart: fromStart ?? false });
    if (dialect !== undefined) this.connection.dialect = { name: dialect, sign: 'as requested', seq: -1, at: 0 };
    this.#observer = new Observer(
      [new RuleAsker(this.connection, options), ...listeners],
      { fromStart },
      this.connection,
    );
  }

  /** Whether any frame so far has a time of its own. */
  get hasTimes(): boolean {
    return this.#observer.hasTimes;
  }

  frame(frame: ObservedFrame): void {
    this.#observer.frame(frame);
  }

  event(event: ObservedEvent): void {
    this.#observer.event(event);
  }

  /**
   * Call it once, after the last entry.
   *
   * @param nowMs for a conversation that is still going on: the current time, in ms since time zero
   * @returns whether the recording holds the end of the conversation; the rules about the end run only then,
   *   and those about pending requests only while the conversation goes on
   */
  end(nowMs?: number): boolean {
    return this.#observer.end(nowMs);
  }
}

/** Runs the rules. */
class RuleAsker implements Listener {
  readonly #protocol: Protocol;
  readonly #dispatch: Readonly<Record<'v1' | 'v2', Dispatch>>;
  readonly #reporter: Reporter;
  readonly #thresholds: Thresholds;
  readonly #connection: Connection;
  readonly #inspection: Inspection;

  constructor(
    connection: Connection,
    { protocol, rules, onViolation, hasRealTimes = true, thresholds }: CheckerOptions,
  ) {
    this.#connection = connection;
    this.#protocol = protocol;
    this.#dispatch = dispatchesOf(rules);
    this.#reporter = new Reporter(onViolation);
    this.#thresholds = { ...THRESHOLDS, ...thresholds };
    const rest = { thresholds: this.#thresholds, hasRealTimes, protocol: protocol.of(connection.version) };
    this.#inspection = new Inspection(connection, this.#reporter, rest);
  }

  unread(line: Line, run: UnreadRun): void {
    const step = stepOf(this.#connection, line, NO_MESSAGE, undefined);
    this.#inspection.ask(this.#aboutLine(step, NO_MESSAGE, run), this.#rulesOn('unread'));
    if (!run.isOneValue) return;
    // a reader that parses line by line complains about the last one, too; the violation is reported at the first
    this.#noteBadFrame(line, { rule: 'transport/embedded-newline', isAnswerable: false }, run.lines[0]);
  }

  piece(line: Line): void {
    // one complaint is enough for a value that is printed over several lines
    const isAnswerable = this.#connection.wires[line.sender].unread.length <= 1;
    this.#noteBadFrame(line, { rule: 'transport/non-json-line', isAnswerable });
  }

  batch(step: Step, batch: BatchMessage): void {
    this.#inspection.ask(this.#aboutLine(step, batch), this.#rulesOn('line', 'batch'));
    this.#noteFaults(step);
  }

  message(step: Step): void {
    const { message, batch, method, updateKind, exchange } = step;
    const spec = this.#specOf(step);
    const isMisdirected = spec !== undefined && isForTheOther(spec, step);
    const shapes = isMisdirected ? [] : shapesOf(step, spec);
    const turnEnd = turnEndingOf(this.#connection, step);
    const { frameBytes } = this.#thresholds;
    const isFaulty = exchange !== undefined && this.#inspection.faultsOf(exchange).length > 0;
    const surroundings = { spec, isRemarkable: shapes.length > 0, isFaulty, frameBytes };
    const facts = factsOf(this.#connection, step, surroundings);
    const flags = { facts, isMisdirected, isTurnEnd: turnEnd !== undefined };
    const rules = this.#rules(step.version);
    const name = updateKind ?? method ?? '';
    const aspect = aspectOf(step, flags);
    this.#inspection.ask(
      { now: step, protocol: this.#protocol.of(step.version), step, lineMessage: batch ?? message, turnEnd, shapes },
      rules.known(name, aspect) ?? rules.lookUp(name, aspect, happeningOf(step, flags)),
    );
    this.#noteFaults(step);
  }

  /** Remembers the faults of a request until it is answered. */
  applied({ message, sender, key, batch, seq }: Step): void {
    const { reported, foundBefore } = this.#inspection;
    if (message.kind !== 'request' || key === undefined || (reported.length === 0 && batch === undefined)) return;
    const exchange = this.#connection.requests[sender].pending.get(key);
    if (exchange === undefined) return;
    for (const { rule, severity } of reported) if (severity !== 'info') foundBefore.addFault(exchange, rule);
    // a peer without batch support ignores everything in an array
    const isBatchBad = this.#connection.wires[sender].unnoticed.some((bad) => bad.seq === seq && bad.rule === NO_BATCH);
    if (batch !== undefined && isBatchBad) foundBefore.addFault(exchange, NO_BATCH);
  }

  event(event: EventStep): void {
    this.#inspection.ask(this.#aboutMoment(event, { event }), this.#rulesOn('event', `event:${event.name}`));
  }

  settled(): void {
    if (this.#reporter.isHoldingBack && this.#connection.dialect !== undefined) this.#reporter.settle(this.#connection);
  }

  end(last: Moment, holdsItsEnd: boolean, goesOn: boolean): void {
    if (holdsItsEnd) this.#inspection.ask(this.#aboutMoment(last, { isEnd: true }), this.#rulesOn('end'));
    else if (goesOn) this.#inspection.ask(this.#aboutMoment(last, { goesOn: true }), this.#rulesOn('now'));
    else this.#inspection.ask(this.#aboutMoment(last, {}), this.#rulesOn('cut'));
    this.#reporter.settle(this.#connection);
  }

  /** The rules for anything but a message. */
  #rulesOn(...triggers: readonly Trigger[]): readonly Rule[] {
    const rules = this.#rules();
    const name = triggers.join(' ');
    return (
      rules.known(name, NO_MESSAGE_ASPECT) ?? rules.lookUp(name, NO_MESSAGE_ASPECT, { triggers, facts: ALL_FACTS })
    );
  }

  #rules(version = this.#connection.version): Dispatch {
    return version === 2 ? this.#dispatch.v2 : this.#dispatch.v1;
  }

  /** @param whole the message of the whole line */
  #aboutLine(step: Step, whole: Message, unread?: UnreadRun): Subject {
    return { now: step, protocol: this.#protocol.of(step.version), step, lineMessage: whole, unread };
  }

  #aboutMoment(now: Moment, more: Pick<Subject, 'event' | 'isEnd' | 'goesOn'>): Subject {
    return { now, protocol: this.#protocol.of(this.#connection.version), ...more };
  }

  /** The specification of the message's method; for a response, of its request's method. */
  #specOf({ message, method, sender, receiver, version }: Step): MethodSpec | undefined {
    if (method === undefined || message.kind === 'malformed') return undefined;
    const isResponse = message.kind === 'response';
    const kind = message.kind === 'response' ? 'request' : message.kind;
    return this.#protocol.of(version).method(method, kind, isResponse ? receiver : sender);
  }

  /** Remembers that a line is broken, because the other side may complain about it. */
  #noteFaults(step: Step): void {
    const { reported } = this.#inspection;
    const bad = reported.find(
      ({ rule, severity }) => severity !== 'info' && /^(transport|jsonrpc)\//.test(rule) && !ABOUT_THE_OTHER.has(rule),
    );
    // most readers skip an empty line, for others it is not JSON
    const isBlank = step.message.kind === 'malformed' && step.message.reason === 'blank';
    const rule = isBlank ? 'transport/blank-line' : bad?.rule;
    const key = step.message.kind === 'request' ? step.key : undefined;
    if (rule !== undefined) this.#noteBadFrame(step.line, { rule, isAnswerable: isAnswerable(step), key });
  }

  /** @param place the frame at which the rule is reported */
  #noteBadFrame(line: Line, bad: Parameters<typeof noteBadFrame>[2], place: Moment = line): void {
    noteBadFrame(this.#connection, line, bad);
    const { seq, at } = place;
    this.#inspection.foundBefore.lastBad[line.sender] = { seq, at, rule: bad.rule };
  }
}

/** Whether JSON-RPC answers this fault with an error without id: not if it is a response, or its id is known. */
function isAnswerable({ message, version, line, batch }: Step): boolean {
  // JSON that is nested too deep for us may be read by the other side
  if (message.kind !== 'malformed' || message.reason === 'blank' || message.reason === 'too-deep') return false;
  if (!line.terminated || line.bytes === undefined) return false;
  // the November draft of v2 has no batches, the August draft does; an entry is answered with the others
  if (batch !== undefined) return version === 1 && message === NO_MESSAGE;
  const json = objectOf(message.json);
  return json?.['result'] === undefined && json?.['error'] === undefined;
}

/** Rules of these families that are about the frames of the other side. */
const ABOUT_THE_OTHER: ReadonlySet<string> = new Set([
  'jsonrpc/peer-reported-error',
  'jsonrpc/method-not-found-reply',
  'jsonrpc/valid-params-rejected',
  'jsonrpc/bad-frame-unanswered',
  'jsonrpc/response-to-notification',
  'jsonrpc/error-data-shape',
  'transport/batch-reply-shape',
]);

/** Whether a method goes in the wrong direction. Its content then says nothing about the conversation. */
function isForTheOther({ receiver }: MethodSpec, { message, sender }: Step): boolean {
  if (receiver === 'both' || receiver === 'proxy') return false;
  return (message.kind === 'response') !== (receiver === sender);
}

function shapesOf({ message, result, exchange }: Step, spec: MethodSpec | undefined): readonly ShapeFinding[] {
  if (spec === undefined || message.kind === 'malformed') return [];
  if (message.kind !== 'response')
    return (spec.request ?? spec.notification)?.params.examine(message.params ?? {}) ?? [];
  if (exchange === undefined || !message.outcome.ok || result === null) return [];
  return spec.request?.result.examine(result) ?? [];
}

/** v1: the answer to a prompt. v2: the idle that ends foreground work. */
function turnEndingOf(connection: Connection, step: Step): TurnEnding | undefined {
  const { session, exchange, update, updateKind, error, version } = step;
  if (session === undefined) return undefined;
  if (version === 1) {
    if (exchange?.method !== 'session/prompt') return undefined;
    const turn = turnOf(session, exchange);
    if (turn === undefined) return undefined;
    const stopReason = textOf(objectOf(step.result)?.['stopReason']);
    return { turn, session, stopReason, isError: error !== undefined, exchange };
  }
  if (updateKind !== 'state_update' || update?.['state'] !== 'idle' || !isWorking(session.foreground)) return undefined;
  const turn = session.open.at(-1);
  if (turn === undefined || connection.version !== 2) return undefined;
  return { turn, session, stopReason: stopReasonOf(update), isError: false, exchange: undefined };
}
