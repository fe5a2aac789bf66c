import type { FieldDifference } from './differences.js';
import type { OwnEnding } from '../script/script.js';
import type { Coverage, Divergence, FixturePlace } from '../divergence/divergence.js';

/** The result of a replay, as `--report` writes it and the library returns it. */
export interface ReplayReport {
  readonly outcome: 'matched' | 'diverged';
  /** What ended it. */
  readonly ended: ReplayEnd;
  /** The fixture or recording, as it was named. */
  readonly fixture: string;
  readonly coverage: Coverage;
  /** At most one, because nothing is compared after a divergence. */
  readonly divergences: readonly Divergence[];
  /** Differences that were allowed (`--match method`). */
  readonly warnings: readonly ReplayWarning[];
  /** How many requests of the client were answered with the divergence. */
  readonly refused: number;
  /** Requests of the client that the recorded agent never answered. */
  readonly unanswered: readonly FixturePlace[];
  /** Frames of the agent that were due and not written when the client left. */
  readonly unwritten: number;
}

/** The exit code if the client did something else than recorded. */
const DIVERGED = 5;

/** How a replaying process ends: like the recorded agent, if that ended by itself and there was no divergence. */
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
