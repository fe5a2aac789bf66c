import type { StatsJson } from '../../report/json-output.js';
import { keptAnalysis, type KeptAnalysis } from '../../store/query/kept-analysis.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';

/** What is derived from a whole recording. */
export interface Analysis extends Pick<KeptAnalysis, 'turns' | 'violations'> {
  readonly frames: number;
  /** See {@link protocolText} and {@link checkNotes}. */
  readonly protocol: string;
  readonly notes: readonly string[];
  /** The rules that are off by default. */
  readonly optInRules: readonly string[];
  readonly statistics: StatsJson;
}

/** What was derived before of all that was recorded. @param version see {@link AnalyseOptions} */
export function recalledAnalysis(db: Database, recording: Recording, version: string): Analysis | undefined {
  const kept = keptAnalysis(db, recording, version);
  if (kept === undefined) return undefined;
  const { facts, turns, violations } = kept;
  return { ...(JSON.parse(facts) as Omit<Analysis, 'turns' | 'violations'>), turns, violations };
}
