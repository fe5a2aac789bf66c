import type { Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { WhyRecording } from './why-recording.js';

/** What of a recording changes while nothing is recorded. */
export interface Standing {
  /** Of a live one until now, in ns. */
  readonly tookNs: number;
  /** Of a live one: the longest time without progress in anything that is owed, in ms; null if nothing is. */
  readonly waitingMs: number | null;
}

/** @param wallMs now, in ms since 1970 */
export function standingOf(db: Database, recording: Recording, wallMs: number): Standing {
  if (recording.state !== 'live') return { tookNs: recording.lastNs, waitingMs: null };
  const { atMs, waitingMs } = new WhyRecording(db, recording).ask(recording, wallMs);
  return { tookNs: atMs === null ? recording.lastNs : atMs * 1e6, waitingMs };
}
