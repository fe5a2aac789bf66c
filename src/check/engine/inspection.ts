import type { VersionedProtocol } from '../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../acp/schema/shape.js';
import type { Connection } from '../../model/state/connection.js';
import type { UnreadRun } from '../../model/reading/line-reader.js';
import type { Moment } from '../../model/state/moment.js';
import type { Session } from '../../model/state/session.js';
import { otherOf, type Sender } from '../../wire/frame.js';
import type { EventStep, Line, Step } from '../../model/state/step.js';
import type { Message } from '../../wire/message.js';
import { MOST_EVIDENCE, type Context, type ReportDetails, type Thresholds, type TurnEnding } from './context.js';
import { FoundBefore } from './found-before.js';
import { mayHaveCrossed } from './race.js';
import { lowered, verdictsOf, type Reporter } from './reporter.js';
import type { Blame, Severity } from './severity.js';
import type { Rule } from './rule.js';
import { NO_MESSAGE } from '../../model/observer.js';
import { stepOf } from '../../model/reading/step-of.js';
import { filled } from './wording.js';

/** At most this many keys are remembered as already reported. */
const REPORTED_ONCE_LIMIT = 10_000;

/** A rule reports at most this often for one message, which may hold a million broken entries. */
const REPORTS_OF_A_RULE = 1_000;

/** What the rules inspect: a message or a run of lines, which have a step, or an event. */
export interface Subject {
  readonly now: Moment;
  readonly protocol: VersionedProtocol;
  readonly step?: Step;
  readonly lineMessage?: Message;
  readonly unread?: UnreadRun | undefined;
  readonly event?: EventStep;
  readonly turnEnd?: TurnEnding | undefined;
  readonly shapes?: readonly ShapeFinding[];
  readonly isEnd?: true;
  readonly goesOn?: true;
}

const NO_SHAPES: readonly ShapeFinding[] = [];
const NO_LINES: UnreadRun = { lines: [], isOneValue: false };
/** Stands for the current line when a rule runs without one, for example at the end. */
const NO_LINE: Line = {
  seq: -1,
  at: 0,
  sender: 'agent',
  bytes: undefined,
  text: undefined,
  sizeBytes: 0,
  terminated: false,
  timed: false,
};

/** What the rules look at, one subject after the other. A rule must use only what its triggers promise. */
export class Inspection implements Omit<Context, 'report'> {
  readonly connection: Connection;
  readonly thresholds: Thresholds;
  readonly hasRealTimes: boolean;
  readonly foundBefore = new FoundBefore();
  readonly faultsOf = this.foundBefore.faultsOf;
  readonly lastBad = this.foundBefore.lastBad;
  readonly #reporter: Reporter;
  readonly #reportedOnce = new Set<string>();

  // plain fields: rules read them for each message, and a getter would cost a call
  now: Moment;
  protocol: VersionedProtocol;
  step: Step;
  line: Line;
  lineMessage: Message = NO_MESSAGE;
  unread = NO_LINES;
  shapes = NO_SHAPES;
  isEnd = false;
  goesOn = false;

  /** The findings in the message so far. */
  readonly reported: { readonly rule: string; readonly severity: Severity }[] = [];
  /** The rules of `reported`, and their families. */
  readonly #reportedNames = new Set<string>();
  readonly #claimed = new Set<ShapeFinding>();
  readonly #noStep: Step;
  #subject: Subject;
  #rule: Rule | undefined;
  /** How often that rule has reported something for this message. */
  #reports = 0;

  constructor(
    connection: Connection,
    reporter: Reporter,
    { thresholds, hasRealTimes, protocol }: Pick<Context, 'thresholds' | 'hasRealTimes' | 'protocol'>,
  ) {
    this.connection = connection;
    this.#reporter = reporter;
    this.thresholds = thresholds;
    this.hasRealTimes = hasRealTimes;
    this.protocol = protocol;
    this.#noStep = stepOf(connection, NO_LINE, NO_MESSAGE, undefined);
    this.now = this.step = this.#noStep;
    this.line = this.#noStep.line;
    this.#subject = { now: this.now, protocol };
  }

  get event(): EventStep {
    return promised(this.#subject.event, 'event');
  }

  get turnEnd(): TurnEnding {
    return promised(this.#subject.turnEnd, 'end of a turn');
  }

  /** Runs rules on a subject, and forgets what was found in the one before. */
  ask(subject: Subject, rules: readonly Rule[]): void {
    const { now, protocol, step = this.#noStep, lineMessage = NO_MESSAGE } = subject;
    this.#subject = subject;
    this.now = now;
    this.protocol = protocol;
    this.step = step;
    this.line = step.line;
    this.lineMessage = lineMessage;
    this.unread = subject.unread ?? NO_LINES;
    this.shapes = subject.shapes ?? NO_SHAPES;
    this.isEnd = subject.isEnd === true;
    this.goesOn = subject.goesOn === true;
    // clearing costs time even if they are empty, as they usually are
    if (this.reported.length > 0) {
      this.reported.length = 0;
      this.#reportedNames.clear();
    }
    if (this.#claimed.size > 0) this.#claimed.clear();
    for (const rule of rules) {
      this.#rule = rule;
      this.#reports = 0;
      rule.inspect(this);
    }
  }

  readonly report = (
    message: string,
    details: ReportDetails & { data?: Readonly<Record<string, string | number>> } = {},
  ): void => {
    const { once, after } = details;
    const rule = promised(this.#rule, 'rule');
    const step = this.#subject.step;
    if (after !== undefined && this.#hasCrossed(after)) return;
    if (once !== undefined && !this.#isFirst(`${rule.id} ${once}`)) return;
    this.#reports += 1;
    if (this.#reports > REPORTS_OF_A_RULE) return;
    const place = details.at ?? this.now;
    const isV2 = (step ?? this.connection).version === 2;
    const verdicts = isV2 ? verdictsOf(rule, details.dialects, details.severity) : undefined;
    const { dialect } = this.connection;
    // the draft in use does not have the rule, so nothing was found
    if (dialect !== undefined && verdicts?.[dialect.name] === 'off') return;
    const raced = details.raced ?? (after !== undefined && this.#mayHaveCrossed(after, this.thresholds.raceWindow));
    const full = this.#degraded(rule, details.severity ?? rule.severity);
    const severity = raced ? lowered(full) : full;
    // a violation at an earlier frame is no fault of this one
    if (step === undefined || place.seq === step.seq) this.#noteReported(rule.id, severity);
    const violation = {
      rule: rule.id,
      severity,
      fault: this.#blame(details.fault ?? rule.fault),
      seq: place.seq,
      sessionId: 'sessionId' in details ? details.sessionId : step?.sessionId,
      turn: 'turn' in details ? details.turn : turnOf(step),
      message: filled(rule.messages[message] ?? message, details.data),
      evidence: evidenceOf(details, place),
      raced,
    };
    const isHistoryKnown = full === (details.severity ?? rule.severity);
    this.#reporter.take(violation, isHistoryKnown ? verdicts : capped(verdicts), this.connection);
  };

  readonly claim = (finding: ShapeFinding): void => {
    this.#claimed.add(finding);
  };

  readonly isClaimed = (finding: ShapeFinding): boolean => {
    return this.#claimed.has(finding);
  };

  readonly hasReported = (name: string): boolean => this.reported.length > 0 && this.#reportedNames.has(name);

  readonly knows = (session: Session | undefined): boolean => {
    const { fromStart, gap } = this.connection;
    if (!fromStart || session === undefined) return false;
    return (session.origin === 'new' || session.origin === 'fork') && (gap === undefined || gap.seq < session.seq);
  };

  #mayHaveCrossed(other: Moment, windowMs: number): boolean {
    const step = this.#subject.step;
    return step !== undefined && mayHaveCrossed(this.connection, step, other, windowMs);
  }

  /** In a replay at instant pace all frames are as close, and their times prove nothing. */
  #hasCrossed(other: Moment): boolean {
    const { crossing, raceWindow } = this.thresholds;
    return this.hasRealTimes && this.#mayHaveCrossed(other, Math.min(crossing, raceWindow));
  }

  /** Only an info if the recording lacks what came before, or if the rules are those of another version. */
  #degraded({ needsHistory }: Rule, severity: Severity): Severity {
    if (isOfUnknownVersion(this.connection)) return 'info';
    if (needsHistory !== true) return severity;
    return this.connection.fromStart && !this.#isInGap() ? severity : 'info';
  }

  /** Whether this follows a gap and a request from before it is still open: the gap may hold its answer. */
  #isInGap(): boolean {
    const { gap, openSinceGap } = this.connection;
    return gap !== undefined && (openSinceGap > 0 || this.now.seq === gap.seq);
  }

  #blame(blame: Blame): Sender {
    // without a message the agent counts as the sender: such rules are about how it ended
    const sender = this.#subject.step?.sender ?? 'agent';
    if (blame === 'sender') return sender;
    return blame === 'receiver' ? otherOf(sender) : blame;
  }

  #noteReported(rule: string, severity: Severity): void {
    this.reported.push({ rule, severity });
    this.#reportedNames.add(rule);
    this.#reportedNames.add(rule.slice(0, rule.indexOf('/')));
  }

  #isFirst(key: string): boolean {
    if (this.#reportedOnce.has(key)) return false;
    if (this.#reportedOnce.size < REPORTED_ONCE_LIMIT) this.#reportedOnce.add(key);
    return true;
  }
}

/** @throws {RangeError} if a rule uses something that its triggers do not promise */
function promised<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new RangeError(`a rule was asked about something that has no ${what}`);
  return value;
}

function turnOf(step: Step | undefined): number | undefined {
  return step === undefined || step.isHistory ? undefined : step.turn?.number;
}

/** Whether the sides agreed on an unknown version, which is judged by the nearest known one. */
function isOfUnknownVersion({ initialization }: Connection): boolean {
  const { answered } = initialization;
  return Number.isInteger(answered) && answered !== 1 && answered !== 2;
}

function evidenceOf({ evidence = [], after }: ReportDetails, place: Moment): number[] {
  if (evidence.length === 0 && after === undefined) return [];
  const seqs = [...evidence.slice(0, MOST_EVIDENCE), after].flatMap((moment) =>
    moment === undefined ? [] : [moment.seq],
  );
  return [...new Set(seqs)].filter((seq) => seq !== place.seq).sort((a, b) => a - b);
}

function capped(verdicts: ReturnType<typeof verdictsOf>): ReturnType<typeof verdictsOf> {
  if (verdicts === undefined) return undefined;
  const cap = (verdict: 'off' | Severity) => (verdict === 'off' ? 'off' : 'info');
  return { v2a: cap(verdicts.v2a), v2b: cap(verdicts.v2b), undecided: cap(verdicts.undecided) };
}
