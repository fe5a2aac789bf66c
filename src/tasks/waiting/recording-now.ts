import type { Recording } from '../../store/query/recordings.js';
import { WallClock } from '../../store/query/wall-clock.js';
import type { Database } from '../../store/schema/sqlite.js';

/**
 * The time until which waits are measured, in ms since time zero: now for a live recording, otherwise its last entry.
 *
 * @param wallMs now, in ms since 1970
 */
export function recordingNowMs(db: Database, recording: Recording, wallMs: number): number {
  const lastMs = recording.lastNs / 1e6;
  if (recording.state !== 'live') return lastMs;
  const nowNs = new WallClock(db, recording).nsOf(wallMs * 1000);
  // the clock may have been set back
  return nowNs === undefined ? lastMs : Math.max(lastMs, nowNs / 1e6);
}
