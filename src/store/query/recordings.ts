import { launchOf, type Launch } from '../../wire/launch.js';
import type { Database } from '../schema/sqlite.js';
import { nearestOf } from '../../acp/schema/spelling.js';
import { TurntableError } from '../../errors.js';
import { STREAMS, type Stream } from '../../wire/frame.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import type { RecordingState } from '../journal/journal-row.js';
import { lostStateOf } from '../journal/orphans.js';
import { streamNamed } from '../schema/row-writer.js';
import { storedArgv, storedDamage, storedFields, storedHeaders } from '../schema/stored-json.js';
import { LATEST } from './latest.js';

export interface StreamTotals {
  readonly frames: number;
  /** Of the stream, newlines included. */
  readonly bytes: number;
  /** Bytes that were forwarded and are missing. */
  readonly lost: number;
  /** Hex; undefined if the whole stream was never read: for imports, and for recordings that are not completely in. */
  readonly sha256: string | undefined;
}

/** A recording as lists show it. */
export interface Recording {
  readonly number: number;
  readonly id: string;
  readonly source: 'tap' | 'import';
  readonly name: string | undefined;
  /** Live only if more of it can come, whatever the database says. */
  readonly state: RecordingState;
  /** Wall clock at time zero, in µs since 1970; for an import, the time of the import. */
  readonly startedUs: number;
  /** Wall clock of the first line, if it is known. */
  readonly recordedUs: number | undefined;
  readonly argv: readonly string[] | undefined;
  readonly cwd: string | undefined;
  /** What was really started; undefined if the recording does not say. */
  readonly launch: Launch | undefined;
  readonly exitCode: number | undefined;
  readonly exitSignal: string | undefined;
  readonly events: number;
  /** Time of its last frame or event, in ns since time zero. */
  readonly lastNs: number;
  readonly streams: Readonly<Record<Stream, StreamTotals>>;
  /** The damage of its journal; undefined if there was none. */
  readonly damage: JournalDamage | undefined;
  /** Hex: the stored sum of everything that `verify` covers; undefined for a live recording, and for one of an older version. */
  readonly sha256: string | undefined;
  /** For an import: the headers of its file, in order. For a recorded replay: a header about its times. */
  readonly headers: readonly (readonly [name: string, value: string])[] | undefined;
  /** Whether it is marked to keep: no policy removes it. */
  readonly isKept: boolean;
}

interface Row {
  readonly number: number;
  readonly id: string;
  readonly source: 'tap' | 'import';
  readonly name: string | null;
  readonly state: RecordingState;
  readonly started_us: number;
  readonly recorded_us: number | null;
  readonly argv: string | null;
  readonly cwd: string | null;
  readonly exit_code: number | null;
  readonly exit_signal: string | null;
  readonly events: number;
  readonly last_ns: number;
  readonly headers: string | null;
  readonly damage: string | null;
  readonly kept: number;
  readonly sha256: Buffer | null;
  readonly launch: string | null;
}

interface StreamRow {
  readonly stream: number;
  readonly frames: number;
  readonly bytes: number;
  readonly lost: number;
  readonly sha256: Buffer | null;
}

const ROWS = `SELECT *, (SELECT sha256 FROM digest WHERE recording = number) AS sha256,
  (SELECT fields FROM event WHERE key >= number << 32 AND key < (number + 1) << 32 AND name = 'launch' LIMIT 1) AS launch
  FROM recording`;

/** All recordings, the latest start first. */
export function listRecordings(db: Database): Recording[] {
  const rows = db.prepare(`${ROWS} ORDER BY started_us DESC, number DESC`).all() as Row[];
  return rows.map((row) => fromRow(db, row));
}

/** The latest recordings, with only the columns for a list of names. */
export function listedRecordings(
  db: Database,
  most: number,
): readonly Readonly<{ number: number; name: string | undefined; startedUs: number }>[] {
  const rows = db
    .prepare('SELECT number, name, started_us FROM recording ORDER BY started_us DESC, number DESC LIMIT ?')
    .all(most) as Pick<Row, 'number' | 'name' | 'started_us'>[];
  return rows.map(({ number, name, started_us: startedUs }) => ({ number, name: name ?? undefined, startedUs }));
}

export function recordingNumbered(db: Database, number: number): Recording | undefined {
  const row = db.prepare(`${ROWS} WHERE number = ?`).get(number) as Row | undefined;
  return row && fromRow(db, row);
}

/**
 * The recording that `named` means: its number (`3` or `#3`), the beginning of its id, its name (the latest of that name), `@last`, or `@2`
 * for the one before.
 *
 * @throws {TurntableError} `RECORDING_NOT_FOUND`, `RECORDING_AMBIGUOUS`
 */
export function findRecording(db: Database, named: string): Recording {
  const all = listRecordings(db);
  const back = named === LATEST ? '1' : /^@(\d+)$/.exec(named)?.[1];
  if (back !== undefined) {
    const recording = all[Number(back) - 1];
    if (recording === undefined) throw notFound(named, all);
    return recording;
  }
  // a name comes from a file or a client, and must not hide the number of another recording
  const exact =
    all.find(({ number }) => String(number) === named || `#${number}` === named) ??
    all.find(({ name }) => name === named);
  if (exact !== undefined) return exact;
  // a number that is gone must never mean another recording, whose id happens to begin with it
  const byId = /^#?\d{0,9}$/.test(named) ? [] : all.filter(({ id }) => id.startsWith(named.toLowerCase()));
  const [first, second] = byId;
  if (first === undefined) throw notFound(named, all);
  if (second !== undefined) {
    throw new TurntableError(
      'RECORDING_AMBIGUOUS',
      `${byId.length} recordings have an id that begins with ${JSON.stringify(named)}`,
      {
        hint: `Type more of it: ${byId
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')}`,
      },
    );
  }
  return first;
}

function notFound(named: string, all: readonly Recording[]): TurntableError {
  return new TurntableError('RECORDING_NOT_FOUND', `no recording named ${JSON.stringify(named)}`, {
    hint:
      all.length === 0
        ? 'The database has no recordings.'
        : `${suggestion(named, all)}Run "turntable list" to see all recordings.`,
  });
}

/** A suggestion with a similar spelling; for a number, there is none. */
function suggestion(named: string, all: readonly Recording[]): string {
  const near = nearestOf(named, [...new Set(all.flatMap(({ name, id }) => [name ?? id, id]))]);
  const meant = all.find(({ name, id }) => name === near || id === near);
  return near === undefined || meant === undefined
    ? ''
    : `Did you mean ${JSON.stringify(near)} (recording ${meant.number})? `;
}

function fromRow(db: Database, row: Row): Recording {
  const streams = db.prepare('SELECT * FROM stream WHERE recording = ?').all(row.number) as StreamRow[];
  return {
    number: row.number,
    id: row.id,
    source: row.source,
    name: row.name ?? undefined,
    state: row.state === 'live' ? (lostStateOf(db, row.number) ?? 'live') : row.state,
    startedUs: row.started_us,
    recordedUs: row.recorded_us ?? undefined,
    argv: storedArgv(row.argv),
    cwd: row.cwd ?? undefined,
    launch: row.launch === null ? undefined : launchOf(storedFields(row.launch)),
    exitCode: row.exit_code ?? undefined,
    exitSignal: row.exit_signal ?? undefined,
    events: row.events,
    lastNs: row.last_ns,
    streams: streamTotals(streams),
    damage: storedDamage(row.damage),
    sha256: row.sha256?.toString('hex'),
    headers: storedHeaders(row.headers),
    isKept: row.kept === 1,
  };
}

function streamTotals(rows: readonly StreamRow[]): Record<Stream, StreamTotals> {
  const none: StreamTotals = { frames: 0, bytes: 0, lost: 0, sha256: undefined };
  const totals = Object.fromEntries(STREAMS.map((stream) => [stream, none])) as Record<Stream, StreamTotals>;
  for (const { stream, frames, bytes, lost, sha256 } of rows) {
    totals[streamNamed(stream)] = { frames, bytes, lost, sha256: sha256?.toString('hex') };
  }
  return totals;
}
