import type { VersionedProtocol } from '../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../acp/schema/shape.js';
import type { Connection } from '../../model/state/connection.js';
import type { UnreadRun } from '../../model/reading/line-reader.js';
import type { Moment } from '../../model/state/moment.js';
import type { Session } from '../../model/state/session.js';
import { otherOf, type Sender } from '../../wire/frame.js';
import type { EventStep, Line, Step } from '../../model/state/step.js';
import type { Message } from '../../wire/message.js';
import type { Context, ReportDetails, Thresholds, TurnEnding } from './context.js';
import { FoundBefore } from './found-before.js';
import { mayHaveCrossed } from './race.js';
import { lowered, verdictsOf, type Reporter } from './reporter.js';
import type { Blame, Severity } from './severity.js';
import type { Rule } from './rule.js';
import { filled } from './wording.js';

/** How many different things are remembered as reported once. */
const REPORTED_ONCE_LIMIT = 10_000;

/** What a rule finds beyond this in one message, as in a list of a million broken entries, is not told. */
const REPORTS_OF_A_RULE = 1_000;

/** What the rules look at, one thing after the other; the one object there is of it changes. */
export class Inspection implements Omit<Context, 'report'> {
  readonly connection: Connection;
  readonly thresholds: Thresholds;
  readonly hasRealTimes: boolean;
  readonly foundBefore = new FoundBefore();
  readonly faultsOf = this.foundBefore.faultsOf;
  readonly lastBad = this.foundBefore.lastBad;
  readonly #reporter: Reporter;
  readonly #reportedOnce = new Set<string>();

  // set before the rules are asked; a rule looks only at what its triggers promise
  protocol!: VersionedProtocol;
  step!: Step;
  line!: Line;
  lineMessage!: Message;
  unread!: UnreadRun;
  event!: EventStep;
  turnEnd!: TurnEnding;
  now!: Moment;
  isEnd = false;
  shapes: readonly ShapeFinding[] = [];

  /** What was found in the message so far. */
  readonly reported: { readonly rule: string; readonly severity: Severity }[] = [];
  readonly #claimed = new Set<ShapeFinding>();
  #rule!: Rule;
  /** How often that rule reported something in this message. */
  #reports = 0;
  #sender: Sender = 'agent';
  #isMessage = false;

  constructor(connection: Connection, reporter: Reporter, thresholds: Thresholds, hasRealTimes: boolean) {
    this.connection = connection;
    this.#reporter = reporter;
    this.thresholds = thresholds;
    this.hasRealTimes = hasRealTimes;
  }

  /** Forgets what was found in the message before. */
  begin(sender: Sender, isMessage: boolean): void {
    this.#sender = sender;
    this.#isMessage = isMessage;
    this.isEnd = false;
    // both cost some even where they are empty, as they mostly are
    if (this.reported.length > 0) this.reported.length = 0;
    if (this.#claimed.size > 0) this.#claimed.clear();
  }

  get isMessage(): boolean {
    return this.#isMessage;
  }

  ask(rules: readonly Rule[]): void {
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
    const { once } = details;
    const rule = this.#rule;
    if (once !== undefined && !this.#isFirst(`${rule.id} ${once}`)) return;
    this.#reports += 1;
    if (this.#reports > REPORTS_OF_A_RULE) return;
    const place = details.at ?? this.#place();
    const isV2 = this.#isMessage ? this.step.version === 2 : this.connection.version === 2;
    const verdicts = isV2 ? verdictsOf(rule, details.dialects, details.severity) : undefined;
    const { dialect } = this.connection;
    // the draft that is spoken does not have the rule: nothing was found
    if (dialect !== undefined && verdicts?.[dialect.name] === 'off') return;
    const raced = details.raced ?? (details.after !== undefined && this.#mayHaveCrossed(details.after));
    const full = this.#degraded(details.severity ?? rule.severity);
    const severity = raced ? lowered(full) : full;
    // what stands at an earlier frame is no fault of this one
    if (!this.#isMessage || place.seq === this.step.seq) this.reported.push({ rule: rule.id, severity });
    const violation = {
      rule: rule.id,
      severity,
      fault: this.#blame(details.fault ?? rule.fault),
      seq: place.seq,
      sessionId: 'sessionId' in details ? details.sessionId : this.#sessionId(),
      turn: 'turn' in details ? details.turn : this.#turn(),
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

  readonly hasReported = (prefix: string): boolean => {
    if (this.reported.length === 0) return false;
    return this.reported.some(({ rule }) => rule === prefix || rule.startsWith(`${prefix}/`));
  };

  readonly knows = (session: Session | undefined): boolean => {
    const { fromStart, gap } = this.connection;
    if (!fromStart || session === undefined) return false;
    return (session.origin === 'new' || session.origin === 'fork') && (gap === undefined || gap.seq < session.seq);
  };

  #place(): Moment {
    return this.#isMessage ? this.step : this.now;
  }

  #sessionId(): string | undefined {
    return this.#isMessage ? this.step.sessionId : undefined;
  }

  #turn(): number | undefined {
    return this.#isMessage && !this.step.isHistory ? this.step.turn?.number : undefined;
  }

  #mayHaveCrossed(other: Moment): boolean {
    return this.#isMessage && mayHaveCrossed(this.connection, this.step, other, this.thresholds.raceWindow);
  }

  /** Where the recording lacks what came before, or the rules are those of another version, it is only a hint. */
  #degraded(severity: Severity): Severity {
    if (isOfUnknownVersion(this.connection)) return 'info';
    if (this.#rule.needsHistory !== true) return severity;
    return this.connection.fromStart && !this.#isInGap() ? severity : 'info';
  }

  /** After a hole, until every request that was open at it is settled: the hole may hold its answer. */
  #isInGap(): boolean {
    const { gap, requests } = this.connection;
    if (gap === undefined) return false;
    const isOpen = (sender: Sender) => [...requests[sender].pending.values()].some(({ seq }) => seq < gap.seq);
    return isOpen('client') || isOpen('agent') || this.now.seq === gap.seq;
  }

  #blame(blame: Blame): Sender {
    if (blame === 'sender') return this.#sender;
    return blame === 'receiver' ? otherOf(this.#sender) : blame;
  }

  #isFirst(key: string): boolean {
    if (this.#reportedOnce.has(key)) return false;
    if (this.#reportedOnce.size < REPORTED_ONCE_LIMIT) this.#reportedOnce.add(key);
    return true;
  }
}

/** The sides agreed on a version that is not known here: it is judged by the nearest one. */
function isOfUnknownVersion({ initialization }: Connection): boolean {
  const { answered } = initialization;
  return Number.isInteger(answered) && answered !== 1 && answered !== 2;
}

function evidenceOf({ evidence = [], after }: ReportDetails, place: Moment): number[] {
  if (evidence.length === 0 && after === undefined) return [];
  const seqs = [...evidence, after].flatMap((moment) => (moment === undefined ? [] : [moment.seq]));
  return [...new Set(seqs)].filter((seq) => seq !== place.seq).sort((a, b) => a - b);
}

function capped(verdicts: ReturnType<typeof verdictsOf>): ReturnType<typeof verdictsOf> {
  if (verdicts === undefined) return undefined;
  const cap = (verdict: 'off' | Severity) => (verdict === 'off' ? 'off' : 'info');
  return { v2a: cap(verdicts.v2a), v2b: cap(verdicts.v2b), undecided: cap(verdicts.undecided) };
}
