import type { Severity } from '../check/engine/severity.js';
import type { CompareOptions, DifferenceKind } from '../compare/difference.js';
import type { Sender } from '../wire/frame.js';

/** What is checked: the options of `turntable check` (docs/checking.md), over those of `turntable.config.json` in the working folder. */
export interface CheckFixtureOptions {
  /** Rules or families that are left out: `['eos', 'plan/ids']`. */
  readonly ignore?: readonly string[];
  /** Rules that are off by default, or `all`. */
  readonly enable?: readonly string[];
  /** The draft of v2. Default: found out. */
  readonly dialect?: 'auto' | 'v2a' | 'v2b';
  /** Another configuration file. */
  readonly config?: string;
}

/** Where a conversation breaks the protocol: what `turntable check --format json` prints. */
export interface FixtureCheck {
  /** Of client and agent. */
  readonly frames: number;
  /** In the order of the conversation. */
  readonly violations: readonly FixtureViolation[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** The configuration file that was used: it may have silenced what you look for. Null if there is none. */
  readonly configuration: CheckConfiguration | null;
}

/** The configuration file of a check. */
export interface CheckConfiguration {
  readonly file: string;
  /** How many rules it switches off. */
  readonly rulesOff: number;
  /** What it makes of `--fail-on`, which the library does not use; null where it says nothing. */
  readonly failOn: string | null;
}

/** A rule of the protocol that a message breaks. */
export interface FixtureViolation {
  readonly rule: string;
  readonly severity: Severity;
  /** Who broke it. */
  readonly fault: Sender;
  /** The frame that breaks it. */
  readonly seq: number;
  readonly sessionId: string | null;
  /** The number of the turn in its session. */
  readonly turn: number | null;
  readonly message: string;
  /** Other frames that show it. */
  readonly evidence: readonly number[];
  /** Messages of the two sides may have crossed: one severity less. */
  readonly raced: boolean;
}

/** Where the recording is. */
export interface WhyWaitingOptions {
  /** The database. Default: that of `turntable record`. */
  readonly db?: string;
}

/** Who waits for whom: what `turntable why --json` prints (docs/why.md), and its page. */
export interface Waiting {
  /** The page that `turntable why` prints, safe for a terminal. */
  readonly text: string;
  readonly recording: string;
  readonly state: 'live' | 'ended' | 'killed' | 'unknown';
  /** The moment it speaks of: now, or the end; in ms since time zero. Null where no times are known. */
  readonly atMs: number | null;
  /** How long the wait that matters most has gone without progress, in ms; null if nothing is owed. */
  readonly waitingMs: number | null;
  /** Who has to act in that wait. */
  readonly waitingFor: 'agent' | 'client' | 'user' | 'other' | null;
  /** It has gone without progress for longer than is usual. */
  readonly stuck: boolean;
  /** What is owed, the oldest first. */
  readonly waits: readonly OwedThing[];
  readonly notes: readonly string[];
}

/** One thing that is waited for. */
export interface OwedThing {
  /** See the table in docs/why.md. */
  readonly kind: string;
  /** Who has to act; `other`: a command that runs. */
  readonly works: 'agent' | 'client' | 'user' | 'other';
  readonly headline: string;
  /** The headline without its time: the same while it lasts. */
  readonly what: string;
  /** How long the whole has been open, and since when nothing has moved; in ms, null where no times are known. */
  readonly openMs: number | null;
  readonly silentMs: number | null;
  /** The frame of the last progress. */
  readonly lastSeq: number;
  /** How long there may be no progress before it is told, in ms; null if nothing can come any more. */
  readonly patienceMs: number | null;
  /** A program has to act, and takes longer than is usual: a guess. */
  readonly stuck: boolean;
  /** The id of the span that holds up the others. */
  readonly cause: string;
  /** What is open, innermost first. */
  readonly spans: readonly OpenThing[];
  /** How we know. */
  readonly lines: readonly {
    readonly certainty: 'fact' | 'guess';
    readonly text: string;
    readonly seq: number | null;
  }[];
  readonly causes: readonly string[];
  readonly next: readonly string[];
}

/** A request without a response, a turn, or a tool call that has not ended. */
export interface OpenThing {
  /** Stable while the conversation goes on: its kind and the frame it starts at. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly parent: string | null;
  readonly works: 'agent' | 'client' | 'user' | 'other';
  /** Whose message ends it. */
  readonly owes: Sender;
  readonly seq: number;
  readonly openMs: number | null;
  readonly sessionId: string | null;
  readonly turn: number | null;
  readonly method: string | null;
  readonly requestId: string | null;
  readonly status: string | null;
  readonly cancelled: boolean;
}

/** What is compared: the options of `turntable diff` (docs/comparing.md). */
export interface DiffRecordingsOptions extends Omit<CompareOptions, 'replaced'> {
  /** Compare `_meta` too. */
  readonly meta?: boolean;
  /** Only this turn: its number in its session, in both or in each. */
  readonly turn?: number | readonly [a: number, b: number];
  /** Only this session: its number or its id, in both or in each. */
  readonly session?: string | readonly [a: string, b: string];
}

/** Where two conversations differ by meaning: what `turntable diff --json` prints. */
export interface RecordingsDiff {
  readonly equal: boolean;
  /** In the order of the conversations: each is one precise thing. */
  readonly differences: readonly RecordingsDifference[];
  /** By kind; kinds without any are left out. */
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  /** What was left out of the comparison. */
  readonly notCompared: readonly DifferenceKind[];
}

/** One thing that is not the same in both conversations. */
export interface RecordingsDifference {
  readonly kind: DifferenceKind;
  /** One sentence. */
  readonly summary: string;
  /** The numbers of its session, in the order in which sessions appear. */
  readonly session: { readonly a: number | null; readonly b: number | null } | null;
  /** The numbers of its turn in that session. */
  readonly turn: { readonly a: number | null; readonly b: number | null } | null;
  /** In the history of a restored session, or outside of turns. */
  readonly part: 'history' | 'outside' | null;
  /** Null where only the other conversation has it. */
  readonly a: DifferingPart | null;
  readonly b: DifferingPart | null;
  /** What of it differs; empty where one side lacks it, or has it elsewhere. */
  readonly changes: readonly RecordingsChange[];
}

/** Where something stands in its conversation. */
export interface DifferingPart {
  /** Its first and its last frame. */
  readonly seq: number;
  readonly endSeq: number;
  readonly label: string;
}

/** One value that differs. */
export interface RecordingsChange {
  /** A JSON pointer below the thing. */
  readonly path: string;
  /** Left out where there is nothing; ids, times and folders are written as `<...>`. */
  readonly a?: unknown;
  readonly b?: unknown;
  /** Of texts: what is the same and what is not. */
  readonly pieces?: readonly { readonly text: string; readonly in: 'a' | 'b' | 'both' }[] | undefined;
}

/** What is redacted besides what always is (docs/fixtures.md), and what stays. */
export interface RedactOptions {
  /** What is redacted too: `emails`, `hosts`, or what a pattern matches. */
  readonly also?: readonly ('emails' | 'hosts' | RegExp)[];
  /** Names of variables, headers, members and options whose values stay. */
  readonly keep?: readonly string[];
  /** Returns the secrets in a text: in each value and name of a message, and in each line that is not JSON. */
  readonly find?: (text: string) => readonly string[];
}

/** What is recorded, and where it goes. */
export interface RecordAgentOptions {
  /** The real agent: its command and its arguments. */
  readonly agent: readonly string[];
  /** The folder that it runs in. Default: that of this process. */
  readonly cwd?: string;
  /** Variables of its environment beside those of this process; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The fixture that is written. Headers that a person put there (`ignore`, `match`, `title`) stay. Without it only the report has it. */
  readonly path?: string;
  /** False: secrets stay in the fixture. Default: they are redacted; an object says what else is, and what is not. */
  readonly redact?: boolean | RedactOptions;
  /** The database that keeps the recording too. Default: none does. */
  readonly db?: string;
  /** How long the agent may take to end when its client has left, in ms; then it is told to by signals. 0: for ever. Default: 5,000. */
  readonly wait?: number;
  /** Ends the agent when it is aborted; what is waited for then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** What was recorded. */
export interface RecordingReport {
  readonly outcome: 'recorded';
  /** The file that was written; undefined where none was asked for. */
  readonly path: string | undefined;
  /** What it holds. */
  readonly fixture: Uint8Array;
  /** What `turntable export` said: how much was redacted. */
  readonly notes: string;
}
