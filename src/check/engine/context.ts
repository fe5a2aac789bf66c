import type { ShapeFinding } from '../../acp/schema/shape.js';
import type { VersionedProtocol } from '../../acp/methods/protocol.js';
import type { Connection, Dialect } from '../../model/state/connection.js';
import type { Exchange } from '../../model/state/exchange.js';
import type { UnreadRun } from '../../model/reading/line-reader.js';
import type { Moment } from '../../model/state/moment.js';
import type { Session } from '../../model/state/session.js';
import type { EventStep, Line, Step } from '../../model/state/step.js';
import type { Turn } from '../../model/state/turn.js';
import type { Sender } from '../../wire/frame.js';
import type { Message } from '../../wire/message.js';
import type { LastBad } from './found-before.js';
import type { Blame, Severity, Verdict } from './severity.js';
import type { Messages, Placeholders } from './wording.js';

/** Times after which something counts as late, in ms; and other limits. */
export interface Thresholds {
  /** Frames of the two sides closer than this may have crossed. */
  readonly raceWindow: number;
  /** Frames of the two sides closer than this certainly crossed: nobody reads, acts and answers so fast. */
  readonly crossing: number;
  /** A side that could not read a frame says so within this time. */
  readonly reply: number;
  /** Frames that were on their way when the agent exited have arrived by then. */
  readonly exitGrace: number;
  /** The smallest limit of a known reader: it may refuse lines with more bytes. */
  readonly frameBytes: number;
  /** What is sent many times over counts from so many bytes on. */
  readonly repeatedBytes: number;
  /** An error message with more characters is more than one short sentence. */
  readonly errorMessage: number;
  /** New work that begins later than this after a cancel had not been on its way. */
  readonly newWork: number;
  /** A cancel that is confirmed later than this is slow. */
  readonly slowCancel: number;
}

/**
 * At most this many frames are named as evidence. With a thousand open things nobody looks at each, and a violation for
 * each of them would name all the others.
 */
export const MOST_EVIDENCE = 20;

/** What a violation says beyond its rule. Everything has a default. */
export interface ReportDetails {
  readonly severity?: Severity;
  /** The verdicts in the drafts of v2, if they differ. The violation is held back until the draft is known. */
  readonly dialects?: Readonly<Partial<Record<Dialect | 'undecided', Verdict>>>;
  readonly fault?: Blame;
  /** The frame at which it is reported; by default the current one. */
  readonly at?: Moment;
  /**
   * A frame of the other side: this is a fault only if the sender had read it. Nothing is reported if the two certainly
   * crossed; it is one severity lower if they may have.
   */
  readonly after?: Moment | undefined;
  /** Whether the two sides may have crossed, if an earlier frame than the current one decides that. */
  readonly raced?: boolean;
  /** Other frames that prove it; only the first MOST_EVIDENCE are kept. */
  readonly evidence?: readonly (Moment | undefined)[];
  readonly sessionId?: string | undefined;
  readonly turn?: number | undefined;
  /** Reported only once per connection and key. */
  readonly once?: string;
}

/** A template with placeholders needs its data; one without needs no details at all. */
type DetailsFor<Text extends string> = [Placeholders<Text>] extends [never]
  ? [details?: ReportDetails]
  : [details: ReportDetails & { readonly data: Readonly<Record<Placeholders<Text>, string | number>> }];

/** How a rule inspects a message and reports what it finds. The state is that before the message. */
export interface Context<M extends Messages = Messages> {
  readonly connection: Connection;
  /** Methods and shapes of the version that applies to the message. */
  readonly protocol: VersionedProtocol;
  readonly thresholds: Thresholds;
  /**
   * The message. For the triggers `line`, `unread` and `batch`, the first of the line; at an event and at the end,
   * empty.
   */
  readonly step: Step;
  readonly line: Line;
  /** The message of the whole line; only here it can be a batch. */
  readonly lineMessage: Message;
  /** Only for `unread`: the lines, and whether together they are one JSON value. */
  readonly unread: UnreadRun;
  /** Throws unless the trigger is an event. */
  readonly event: EventStep;
  readonly shapes: readonly ShapeFinding[];
  /** Throws unless a turn ends. */
  readonly turnEnd: TurnEnding;
  /** Whether the trigger is `end`; then `step` is empty. */
  readonly isEnd: boolean;
  /** Whether the rule runs for `now`: the conversation goes on, and every pending answer may still come. */
  readonly goesOn: boolean;
  /** The current entry; for `end`, the last one of the recording; for `now`, that with the current time. */
  readonly now: Moment;
  /** Whether the times of the recording are those of a real conversation, so that rules about time make sense. */
  readonly hasRealTimes: boolean;

  /** Reports a violation of the rule. */
  readonly report: <K extends keyof M & string>(message: K, ...details: DetailsFor<M[K]>) => void;
  /** Claims a finding, so that no later rule reports it as a malformed shape. */
  readonly claim: (finding: ShapeFinding) => void;
  readonly isClaimed: (finding: ShapeFinding) => boolean;
  /** Whether an earlier rule found something in this very message. @param prefix a rule id or a family */
  readonly hasReported: (prefix: string) => boolean;
  /** The rules that a request violated, without infos. */
  readonly faultsOf: (exchange: Exchange) => readonly string[];
  /** The last frame of each side that violates JSON-RPC or is not JSON. */
  readonly lastBad: Readonly<Record<Sender, LastBad | undefined>>;
  /** Whether the recording holds the whole session: it was created here, and there is no gap since. */
  readonly knows: (session: Session | undefined) => boolean;
}

/** How a turn ended. */
export interface TurnEnding {
  readonly turn: Turn;
  readonly session: Session;
  readonly stopReason: string | undefined;
  readonly isError: boolean;
  /** v1: the prompt. */
  readonly exchange: Exchange | undefined;
}
