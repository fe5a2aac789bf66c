import type { Stream } from '../wire/frame.js';
import { NO_DAMAGE, type JournalDamage } from '../wire/journal-damage.js';
import { NO_WAITING, waitingText, type Waiting } from './waits/waiting.js';

/** The facts about the end of a recording. */
export interface EndFacts {
  readonly state: 'live' | 'ended' | 'killed' | 'unknown';
  readonly source: 'tap' | 'import';
  readonly exitCode: number | undefined;
  readonly exitSignal: string | undefined;
  readonly streams: Readonly<Record<Stream, { readonly lost: number }>>;
  readonly damage: JournalDamage | undefined;
}

/** The state of a live recording: `live, waiting for agent 6.2 s`. */
export function liveText(waiting: Waiting): string {
  const text = waitingText(waiting);
  return text === '' ? 'live' : `live, ${text}`;
}

/** The state of a recording: live, or how it ended; and whether it is complete. @param waiting how a live one waits */
export function endText(facts: EndFacts, waiting: Waiting = NO_WAITING): string {
  const { state, source, exitCode, exitSignal, streams, damage = NO_DAMAGE } = facts;
  const { cutBytes, skippedBytes, missingRecords, displacedRecords } = damage;
  const isDamaged = skippedBytes + missingRecords + displacedRecords > 0;
  const lost = streams.client.lost + streams.agent.lost + streams.stderr.lost;
  return `${stateText()}${isDamaged ? ', damaged' : lost + cutBytes > 0 ? ', incomplete' : ''}`;

  function stateText(): string {
    if (state === 'live') return liveText(waiting);
    if (state === 'killed') return 'tap killed';
    if (state === 'unknown') return 'tap out of sight';
    if (exitSignal !== undefined) return exitSignal;
    if (exitCode !== undefined) return `exit ${exitCode}`;
    return source === 'import' ? 'imported' : 'ended';
  }
}
