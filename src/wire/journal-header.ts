import { isJsonObject, type JsonValue } from './json-text.js';

/** Who writes a journal: enough to tell, later and from elsewhere, whether that process still runs. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its PID namespace; empty where the system has none. In another namespace the pid means something else. */
  readonly namespace: string;
  /** When it started, in whatever form the system tells it; empty where unknown. */
  readonly startedAt: string;
  /** Which boot of the machine that was; empty where unknown. */
  readonly boot: string;
}

/** What the first record of a journal says about the recording. */
export interface JournalHeader {
  readonly format: number;
  /** The recording's id, which exists before any row does. */
  readonly id: string;
  /** Absolute path of the database that the recording belongs to; only told, as all that a journal names. */
  readonly database: string;
  readonly owner: ProcessIdentity;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Wall clock at time zero of the journal, in µs since 1970. */
  readonly wallUs: number;
  readonly name?: string;
  /** Absolute path of the fixture that the tap was asked for. Whoever recovers the journal says so, and never writes it. */
  readonly fixture?: string;
  /** The agent is a replay without the recorded pauses: times mean nothing. */
  readonly pace?: 'instant';
}

/** What the tap writes; earlier ones are read as well. */
export const JOURNAL_FORMAT = 2;

/** The header that a journal's first payload holds: undefined if it is none, `newer` if only a later version can read the journal. */
export function parseJournalHeader(payload: Uint8Array): JournalHeader | 'newer' | undefined {
  const json = parseJson(payload);
  if (!isJsonObject(json)) return undefined;
  const { format, id, database, owner, wallUs } = json;
  if (typeof format !== 'number' || format < 1) return undefined;
  if (format > JOURNAL_FORMAT) return 'newer';
  const isWhole =
    typeof id === 'string' && typeof database === 'string' && typeof wallUs === 'number' && isJsonObject(owner);
  return isWhole ? (json as unknown as JournalHeader) : undefined;
}

/** What a record's JSON payload says; undefined where it is not JSON. */
export function parseJson(payload: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(payload)) as JsonValue;
  } catch {
    return undefined;
  }
}
