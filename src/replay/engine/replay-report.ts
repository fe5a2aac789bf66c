import type { FieldDifference } from './differences.js';
import type { OwnEnding } from '../script/script.js';
import type { Coverage, Divergence, FixturePlace } from '../divergence/divergence.js';

/** How a replay went; what `--report` writes and the library tells. */
export interface ReplayReport {
  readonly outcome: 'matched' | 'diverged';
  /** What ended it. */
  readonly ended: ReplayEnd;
  /** The fixture or recording, as it was named. */
  readonly fixture: string;
  readonly coverage: Coverage;
  /** The first one is the last: after it nothing can be said of what comes. */
  readonly divergences: readonly Divergence[];
  /** Differences that were allowed (`--match method`). */
  readonly warnings: readonly ReplayWarning[];
  /** So many requests of the client were answered with the divergence. */
  readonly refused: number;
  /** Requests of the client that the recorded agent never answered. */
  readonly unanswered: readonly FixturePlace[];
  /** Frames of the agent that were due and not written when the client left. */
  readonly unwritten: number;
}

/** Of a process that replays, where the client did otherwise than recorded. */
const DIVERGED = 5;

/** How a process that replayed ends: as the recorded agent did, where it ended by itself; never so after a divergence. */
export function exitOf(
  { outcome }: Pick<ReplayReport, 'outcome'>,
  own: OwnEnding['exit'],
): NonNullable<OwnEnding['exit']> {
  return outcome === 'diverged' ? { code: DIVERGED } : (own ?? { code: 0 });
}

export type ReplayEnd = 'client-eof' | 'signal' | 'own-ending' | 'timeout' | 'fault';

export interface ReplayWarning {
  readonly place: FixturePlace;
  readonly differences: readonly FieldDifference[];
}
