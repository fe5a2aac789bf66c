import type { StatsJson } from '../../report/json-output.js';
import { keptAnalysis, type KeptAnalysis } from '../../store/query/kept-analysis.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { storedObject } from '../../store/schema/stored-json.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';

/** The results that are derived from a whole recording. */
export interface Analysis extends Pick<KeptAnalysis, 'turns' | 'violations'> {
  readonly frames: number;
  /** See {@link protocolText} and {@link checkNotes}. */
  readonly protocol: string;
  readonly notes: readonly string[];
  /** The rules that are off by default. */
  readonly optInRules: readonly string[];
  readonly statistics: StatsJson;
}

/** The kept results for a whole recording; undefined if there are none. @param version see {@link AnalyseOptions} */
export function recalledAnalysis(db: Database, recording: Recording, version: string): Analysis | undefined {
  const kept = keptAnalysis(db, recording, version);
  if (kept === undefined) return undefined;
  const { facts, turns, violations } = kept;
  const json = storedObject(facts);
  return json !== undefined && areFacts(json) ? { ...json, turns, violations } : undefined;
}

type Facts = Omit<Analysis, 'turns' | 'violations'>;

/** Whether kept facts are valid. A damaged or foreign database may hold anything; the facts are then derived again. */
function areFacts(json: object): json is Facts {
  const { frames, protocol, notes, optInRules, statistics } = json as Readonly<Record<string, JsonValue | undefined>>;
  return (
    typeof frames === 'number' &&
    typeof protocol === 'string' &&
    [notes, optInRules].every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string')) &&
    isJsonObject(statistics) &&
    typeof statistics['recording'] === 'string'
  );
}
