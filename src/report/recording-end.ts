import type { Stream } from '../wire/frame.js';
import { NO_DAMAGE, type JournalDamage } from '../wire/journal-damage.js';
import { formatDuration } from './quantities.js';

/** What is known of the end of a recording. */
export interface EndFacts {
  readonly state: 'live' | 'ended' | 'killed' | 'unknown';
  readonly source: 'tap' | 'import';
  readonly exitCode: number | undefined;
  readonly exitSignal: string | undefined;
  readonly streams: Readonly<Record<Stream, { readonly lost: number }>>;
  readonly damage: JournalDamage | undefined;
  /** Of a live one: the longest time without progress in anything that is owed; null if nothing is. */
  readonly waitingMs?: number | null;
}

/** Of a live recording: `live, waiting 6.2 s`. @param waitingMs null if nothing is owed */
export function liveText(waitingMs: number | null): string {
  return waitingMs === null ? 'live' : `live, waiting ${formatDuration(waitingMs * 1e6)}`;
}

/** How a recording stands: live, how it ended, and whether all of it is there. */
export function endText(facts: EndFacts): string {
  const { state, source, exitCode, exitSignal, streams, damage = NO_DAMAGE, waitingMs = null } = facts;
  const { cutBytes, skippedBytes, missingRecords, displacedRecords } = damage;
  const isDamaged = skippedBytes + missingRecords + displacedRecords > 0;
  const lost = streams.client.lost + streams.agent.lost + streams.stderr.lost;
  return `${stateText()}${isDamaged ? ', damaged' : lost + cutBytes > 0 ? ', incomplete' : ''}`;

  function stateText(): string {
    if (state === 'live') return liveText(waitingMs);
    if (state === 'killed') return 'tap killed';
    if (state === 'unknown') return 'tap out of sight';
    if (exitSignal !== undefined) return exitSignal;
    if (exitCode !== undefined) return `exit ${exitCode}`;
    return source === 'import' ? 'imported' : 'ended';
  }
}
