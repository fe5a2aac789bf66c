import type { Severity } from '../../check/engine/severity.js';
import type { Violation } from '../../check/engine/violation.js';
import type { Connection } from '../../model/state/connection.js';
import type { ObservedEntry } from '../../model/observer.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { Frame, OtherHalf, TimelineEntry } from '../../wire/frame.js';
import type { Filter } from '../../filter/filter.js';
import type { StatsJson } from '../../report/json-output.js';
import type { OpenTurn } from '../../report/finding-lines.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { Stall } from '../../report/waits/stalls.js';
import type { Marks } from '../violations/marks.js';

/** A recording as lists show it. */
export interface RecordingItem {
  readonly number: number;
  /** Its name, or the end of its id. */
  readonly label: string;
  readonly state: 'live' | 'ended' | 'killed' | 'unknown';
  /** When it began, as a person says it: `10:41`, `Tue 18:20`. */
  readonly when: string;
  readonly startedUs: number;
  readonly command: string;
  readonly cwd: string;
  /** Name and version, where the handshake says them. */
  readonly agent: string;
  readonly client: string;
  readonly frames: number;
  readonly durationNs: number;
  readonly sizeBytes: number;
  /** How it ended: `exit 0`, `imported`. */
  readonly end: string;
  /** Undefined as long as it was not checked. */
  readonly turns: number | undefined;
  readonly violations: Readonly<Record<Severity, number>> | undefined;
}

/** What is known of a recording by checking it; it grows while that goes on. */
export interface Findings {
  /** From 0 to 1; 1: all is known. */
  readonly progress: number;
  /** Of a live recording: all is known that was recorded so far, and more comes. */
  readonly isFollowing: boolean;
  /** Why it cannot be known. */
  readonly failure: string | undefined;
  readonly marks: Marks;
  /** In the order of their frames. */
  readonly violations: readonly Violation[];
  /** So many more there are than `violations` holds. */
  readonly violationsLeftOut: number;
  /** Those that ended, in the order of their beginnings. */
  readonly turns: readonly TurnSummary[];
  /** Of a live recording: the turns that go on. */
  readonly openTurns: readonly OpenTurn[];
  /** Of a live recording: what has gone without progress for long. */
  readonly stalls: readonly Stall[];
  /** Undefined until all is known. */
  readonly statistics: StatsJson | undefined;
  /** For example "ACP v2 (v2b, by ...)"; empty until all is known. */
  readonly protocol: string;
}

/** Looks through a recording, a little at a time. */
export interface Scan {
  /** What was found so far, in order: it grows. */
  readonly found: readonly number[];
  /** From 0 to 1; 1: all there is was looked through. More may come while a recording is live. */
  readonly progress: number;
  /** Looks a little further, some milliseconds at most. @returns whether anything is other than before, if only how far it is */
  step(): boolean;
}

/** Looks for entries from one on, the nearest first, a little at a time. */
export interface Search {
  /** Looks on: first where {@link Search.next} did not know. @returns whether all there is was looked at */
  step(): boolean;
  /** @returns undefined where there is none at all; `unknown` where steps have to be made before it is clear */
  next(seq: number, direction: 'forward' | 'backward'): number | 'unknown' | undefined;
  /** Which hit of how many an entry is. */
  placeOf(seq: number): { readonly number: number | undefined; readonly count: number; readonly isCounted: boolean };
}

/** One recording, as views read it. What was read lately is kept, so that it may be asked for at each paint. */
export interface Conversation {
  readonly item: RecordingItem;
  /** How many frames and events there are by now; their seqs go from 0. */
  readonly entries: number;
  readonly findings: Findings;
  /** The time by now, in ms since time zero, where the recording is live; undefined where it has ended. */
  readonly nowMs: number | undefined;
  /** Who waits for whom: now, or when it ended. Reads what has come since it was last asked. */
  why(): WhyJson;
  /** Undefined where there is none of that seq. */
  entry(seq: number): TimelineEntry | undefined;
  /** When an entry came, in ns since time zero; undefined where it has no time. */
  atNs(seq: number): number | undefined;
  otherHalf(frame: Frame): OtherHalf | undefined;
  /** All bytes of a frame, without the newline. */
  bytes(frame: Frame): Uint8Array;
  /** What the model knows after an entry, to go on from it: the caller's own. -1: before the first. */
  stateAt(seq: number): Connection;
  /** What the model is told, from one entry to another, both included. */
  observed(from: number, to: number): Iterable<ObservedEntry>;
  /** Looks for the entries that a filter lets through. */
  find(filter: Filter): Scan;
  /** Looks for them one after the other. @param from where the search begins */
  search(filter: Filter, from: number): Search;
  /** Wall clock at a time of the recording, as `10:41:03.123`; empty where it is not known. */
  clock(atNs: number): string;
}
