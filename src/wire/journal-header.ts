import { isJsonObject, type JsonValue } from './json-text.js';

/** The process that writes a journal, with enough facts for other processes to tell whether it still runs. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its PID namespace; empty if the system has none. In another namespace, the pid belongs to another process. */
  readonly namespace: string;
  /** When it started, in the form of the system; empty if unknown. */
  readonly startedAt: string;
  /** The id of the machine's boot; empty if unknown. */
  readonly boot: string;
}

/** What the first record of a journal says about the recording. */
export interface JournalHeader {
  readonly format: number;
  /** The recording's id, which exists before any row does. */
  readonly id: string;
  /** Absolute path of the database that the recording belongs to. It is only shown, like every path in a journal. */
  readonly database: string;
  readonly owner: ProcessIdentity;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Wall clock at time zero of the journal, in µs since 1970. */
  readonly wallUs: number;
  readonly name?: string;
  /** Absolute path of the fixture that the tap should write. A command that recovers the journal names it, but never writes it. */
  readonly fixture?: string;
  /** `instant`: the agent is a replay without the recorded pauses, so times mean nothing. */
  readonly pace?: 'instant';
}

/** The format that the tap writes; earlier ones can be read as well. */
export const JOURNAL_FORMAT = 2;

/** The header in a journal's first payload: undefined if it is not a header, `newer` if only a later version can read the journal. */
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

/** Parses the JSON payload of a record; undefined if it is not JSON. */
export function parseJson(payload: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(payload)) as JsonValue;
  } catch {
    return undefined;
  }
}
