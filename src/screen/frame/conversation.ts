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
  /** When it began, in short: `10:41`, `Tue 18:20`. */
  readonly when: string;
  readonly startedUs: number;
  readonly command: string;
  readonly cwd: string;
  /** Name and version, if the handshake has them. */
  readonly agent: string;
  readonly client: string;
  readonly frames: number;
  readonly durationNs: number;
  readonly sizeBytes: number;
  /** How it ended: `exit 0`, `imported`. */
  readonly end: string;
  /** Undefined until it is checked. */
  readonly turns: number | undefined;
  readonly violations: Readonly<Record<Severity, number>> | undefined;
}

/** The results of checking a recording; they grow while the check goes on. */
export interface Findings {
  /** From 0 to 1; 1 when everything is known. */
  readonly progress: number;
  /** For a live recording: whether everything recorded so far is known, and more may come. */
  readonly isFollowing: boolean;
  /** Why the check failed. */
  readonly failure: string | undefined;
  readonly marks: Marks;
  /** In the order of their frames. */
  readonly violations: readonly Violation[];
  /** How many more violations there are than `violations` holds. */
  readonly violationsLeftOut: number;
  /** The turns that have ended, in the order of their beginnings. */
  readonly turns: readonly TurnSummary[];
  /** For a live recording: the open turns. */
  readonly openTurns: readonly OpenTurn[];
  /** For a live recording: the waits without progress for long. */
  readonly stalls: readonly Stall[];
  /** Undefined until everything is known. */
  readonly statistics: StatsJson | undefined;
  /** For example "ACP v2 (v2b, by ...)"; empty until everything is known. */
  readonly protocol: string;
}

/** Searches a recording, a little at a time. */
export interface Scan {
  /** The entries found so far, in order. */
  readonly found: readonly number[];
  /** From 0 to 1; 1 when all entries were searched. More may come while a recording is live. */
  readonly progress: number;
  /** Searches on for a few milliseconds. @returns whether anything has changed, if only the progress */
  step(): boolean;
}

/** Looks for entries from one on, the nearest first, a little at a time. */
export interface Search {
  /** Searches on, first in the direction where {@link Search.next} did not know the answer. @returns whether everything was searched */
  step(): boolean;
  /** @returns undefined if there is none; `unknown` if it takes more steps to know */
  next(seq: number, direction: 'forward' | 'backward'): number | 'unknown' | undefined;
  /** The number of a hit, and how many there are. */
  placeOf(seq: number): { readonly number: number | undefined; readonly count: number; readonly isCounted: boolean };
}

/** One recording, for the views. Recent results are kept, so a view can ask for them at each paint. */
export interface Conversation {
  readonly item: RecordingItem;
  /** How many frames and events there are so far; their seqs count from 0. */
  readonly entries: number;
  readonly findings: Findings;
  /** The current time in ms since time zero, if the recording is live; undefined if it has ended. */
  readonly nowMs: number | undefined;
  /** Who waits for whom: now, or when the recording ended. Reads the entries that came since the last call. */
  why(): WhyJson;
  /** Undefined if there is no entry with that seq. */
  entry(seq: number): TimelineEntry | undefined;
  /** When an entry came, in ns since time zero; undefined if it has no time. */
  atNs(seq: number): number | undefined;
  otherHalf(frame: Frame): OtherHalf | undefined;
  /** All bytes of a frame, without the newline. */
  bytes(frame: Frame): Uint8Array;
  /** The state of the model after an entry; -1 for the state before the first. The caller may change it. */
  stateAt(seq: number): Connection;
  /** The entries for the model, from one to another, both included. */
  observed(from: number, to: number): Iterable<ObservedEntry>;
  /** Searches for the entries that match a filter. */
  find(filter: Filter): Scan;
  /** Searches for them in both directions from a place. @param from where the search begins */
  search(filter: Filter, from: number): Search;
  /** The wall clock at a time of the recording, as `10:41:03.123`; empty if it is not known. */
  clock(atNs: number): string;
}
