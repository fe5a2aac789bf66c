import { formatDuration } from '../quantities.js';
import type { WhyJson } from './why-json-schema.js';

/** A wait that has gone without progress for long. */
export interface Stall {
  /** Names the wait; another one once there was progress, or something else holds it up. */
  readonly key: string;
  /** The frame that what is owed began with. */
  readonly seq: number;
  /** The last progress, in ms since time zero. */
  readonly sinceMs: number;
  /** A program has to act, and takes longer than is usual. */
  readonly stuck: boolean;
  /** Who owes what: `client owes session/request_permission 99: a person has to decide`. */
  readonly what: string;
}

/**
 * What has gone without progress for long.
 *
 * @param limitMs how long that is, in ms; undefined: by the kind of wait and by what is usual in this recording
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

/** Of a stall that is over. @param nowMs when that was seen, in ms since time zero */
export function stallOverText({ seq, sinceMs, what }: Stall, nowMs: number): string {
  return `goes on after ${lasting(nowMs - sinceMs)}: ${what} (frame ${seq})`;
}

function lasting(ms: number): string {
  return formatDuration(Math.max(0, ms) * 1e6);
}
