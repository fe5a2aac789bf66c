import { NO_WAITING, type Waiting } from '../../report/waits/waiting.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { WhyRecording } from './why-recording.js';

/** The facts about a recording that change with time alone. */
export interface Standing extends Waiting {
  /** For a live one, the time until now, in ns. */
  readonly tookNs: number;
}

/** @param wallMs now, in ms since 1970 */
export function standingOf(db: Database, recording: Recording, wallMs: number): Standing {
  if (recording.state !== 'live') return { tookNs: recording.lastNs, ...NO_WAITING };
  const { atMs, waitingMs, waitingFor, stuck } = new WhyRecording(db, recording).ask(recording, wallMs);
  return { tookNs: atMs === null ? recording.lastNs : atMs * 1e6, waitingMs, waitingFor, stuck };
}
