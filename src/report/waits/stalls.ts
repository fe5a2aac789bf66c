import { formatDuration } from '../quantities.js';
import type { WhyJson } from './why-json-schema.js';

/** A wait that has gone without progress for long. */
export interface Stall {
  /** Identifies the wait. It changes once there is progress, or something else holds up the wait. */
  readonly key: string;
  /** The frame with which the wait began. */
  readonly seq: number;
  /** The last progress, in ms since time zero. */
  readonly sinceMs: number;
  /** Whether a program has to act, and takes longer than usual. */
  readonly stuck: boolean;
  /** Who owes what: `client owes session/request_permission 99: a person has to decide`. */
  readonly what: string;
}

/**
 * The waits that have made no progress for long.
 *
 * @param limitMs the limit in ms; undefined: it depends on the kind of wait and on what is usual in this recording
 */
export function stallsIn({ atMs, waits }: WhyJson, limitMs?: number): Stall[] {
  return waits.flatMap(({ kind, cause, spans, silentMs, lastSeq, patienceMs, stuck, what }) => {
    if (atMs === null || silentMs === null || patienceMs === null) return [];
    if (silentMs < (limitMs ?? patienceMs)) return [];
    const seq = spans.find(({ id }) => id === cause)?.seq ?? lastSeq;
    return [{ key: `${kind} ${cause} ${lastSeq}`, seq, sinceMs: Math.round(atMs - silentMs), stuck, what }];
  });
}

/** A stall in one line, not yet safe for a terminal. @param nowMs in ms since time zero */
export function stallText({ seq, sinceMs, stuck, what }: Stall, nowMs: number): string {
  return `${stuck ? 'stuck?' : 'waiting'} ${lasting(nowMs - sinceMs)}: ${what} (frame ${seq})`;
}

/** A line for a stall that is over. @param nowMs when that was seen, in ms since time zero */
export function stallOverText({ seq, sinceMs, what }: Stall, nowMs: number): string {
  return `goes on after ${lasting(nowMs - sinceMs)}: ${what} (frame ${seq})`;
}

function lasting(ms: number): string {
  return formatDuration(Math.max(0, ms) * 1e6);
}
