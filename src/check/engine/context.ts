import type { ShapeFinding } from '../../acp/schema/shape.js';
import type { VersionedProtocol } from '../../acp/methods/protocol.js';
import type { Connection, Dialect } from '../../model/state/connection.js';
import type { Exchange } from '../../model/state/exchange.js';
import type { UnreadRun } from '../../model/reading/line-reader.js';
import type { Moment } from '../../model/state/moment.js';
import type { Session } from '../../model/state/session.js';
import type { EventStep, Line, Step } from '../../model/state/step.js';
import type { Turn } from '../../model/state/turn.js';
import type { Message } from '../../wire/message.js';
import type { BadFrames } from './bad-frames.js';
import type { Blame, Severity, Verdict } from './severity.js';
import type { Messages, Placeholders } from './wording.js';

/** Times after which something counts as late, in ms, and other limits. */
export interface Thresholds {
  /** Frames of the two sides closer than this may have crossed. */
  readonly raceWindow: number;
  /** Who could not read a frame says so within this time. */
  readonly reply: number;
  /** What was under way when the agent exited is through by then. */
  readonly exitGrace: number;
  /** Readers may refuse lines of more bytes. */
  readonly frameBytes: number;
  /** An error message of more characters is more than one short sentence. */
  readonly errorMessage: number;
  /** New work that begins so long after a cancel was not on its way any more. */
  readonly newWork: number;
  /** A cancel that is confirmed later than this is slow. */
  readonly slowCancel: number;
}

/**
 * So many frames show what a violation says: of a thousand things that are open nobody looks at each, and a violation for
 * each of them would name all the others.
 */
export const MOST_EVIDENCE = 20;

/** What a violation says beyond its rule. All of it has a default. */
export interface ReportDetails {
  readonly severity?: Severity;
  /** What it is in the drafts of v2, where they differ. Held back until it is clear which one is spoken. */
  readonly dialects?: Readonly<Partial<Record<Dialect | 'undecided', Verdict>>>;
  readonly fault?: Blame;
  /** The frame it stands at; by default the one that is looked at. */
  readonly at?: Moment;
  /** A frame of the other side that has to have been read for this to be a fault. */
  readonly after?: Moment | undefined;
  /** Whether the two sides may have crossed, where the frame that would show it is an earlier one than that looked at. */
  readonly raced?: boolean;
  /** Other frames that show it; of more than MOST_EVIDENCE the first. */
  readonly evidence?: readonly (Moment | undefined)[];
  readonly sessionId?: string | undefined;
  readonly turn?: number | undefined;
  /** Reported once for a connection and this key. */
  readonly once?: string;
}

/** A template with placeholders needs its data; one without needs no details at all. */
type DetailsFor<Text extends string> = [Placeholders<Text>] extends [never]
  ? [details?: ReportDetails]
  : [details: ReportDetails & { readonly data: Readonly<Record<Placeholders<Text>, string | number>> }];

/** How a rule looks at a message and says what it found. The state is that before the message. */
export interface Context<M extends Messages = Messages> {
  readonly connection: Connection;
  /** Methods and shapes of the version that the message is under. */
  readonly protocol: VersionedProtocol;
  readonly thresholds: Thresholds;
  /** The message. For the triggers `line`, `unread`, `batch` the first of the line; a step of nothing at an event and the end. */
  readonly step: Step;
  readonly line: Line;
  /** What the whole line says; a batch only here. */
  readonly lineMessage: Message;
  /** Set for `unread` only: the lines, and whether together they are one JSON value. */
  readonly unread: UnreadRun;
  /** Throws where it is not asked for an event. */
  readonly event: EventStep;
  readonly shapes: readonly ShapeFinding[];
  /** Throws where no turn ends. */
  readonly turnEnd: TurnEnding;
  /** Whether it is asked for `end`: then `step` is that of nothing. */
  readonly isEnd: boolean;
  /** The last entry of the recording, for `end`. */
  readonly now: Moment;
  /** Whether stall rules make sense: the recording's times are those of a real conversation. */
  readonly hasRealTimes: boolean;

  /** Says that the rule is broken. */
  readonly report: <K extends keyof M & string>(message: K, ...details: DetailsFor<M[K]>) => void;
  /** Takes a finding on itself: no rule that comes later reports it as a broken shape. */
  readonly claim: (finding: ShapeFinding) => void;
  readonly isClaimed: (finding: ShapeFinding) => boolean;
  /** Whether a rule that was asked before found something in this very message; all of `rule`, or its family. */
  readonly hasReported: (prefix: string) => boolean;
  /** What was found in a request before: the rules that it broke, infos left out. */
  readonly faultsOf: (exchange: Exchange) => readonly string[];
  /** Frames that break JSON-RPC or are no JSON at all. */
  readonly badFrames: BadFrames;
  /** Whether everything that happened in the session was seen: it was made here, and the recording has no hole. */
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
