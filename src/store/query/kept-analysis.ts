import type { Database } from '../schema/sqlite.js';
import type { Severity } from '../../check/engine/severity.js';
import type { Violation } from '../../check/engine/violation.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { storedObject } from '../schema/stored-json.js';
import type { Recording } from './recordings.js';
import { tryToWrite } from '../schema/try-to-write.js';

/** The tables of derived data; all have a column `recording`. */
export const DERIVED_TABLES = ['analysis', 'turn', 'violation', 'checkpoint'] as const;

/** How long keeping derived data may wait for a lock, in ms. Little, because it can be derived again. */
const KEEP_BUSY_MS = 200;

/** The derived data of a whole recording. */
export interface KeptAnalysis {
  /** A JSON object of the code that derives. Its `optInRules` are the rules that {@link keptCounts} leaves out. */
  readonly facts: string;
  /** In the order of their ends. */
  readonly turns: readonly TurnSummary[];
  /** Violations of all rules, including those that are off by default, in the order of their frames. */
  readonly violations: readonly Violation[];
}

/** How many turns and violations were kept, without rules that are off by default; undefined if nothing valid is kept. */
export function keptCounts(
  db: Database,
  recording: Recording,
  version: string,
): { readonly turns: number; readonly violations: Record<Severity, number> } | undefined {
  const { number } = recording;
  const kept = db
    .prepare('SELECT entries, version FROM analysis WHERE recording = ? AND json_valid(facts)')
    .get(number) as { entries: number; version: string } | undefined;
  if (kept?.version !== version || kept.entries !== entriesOf(recording)) return undefined;
  const turns = db.prepare('SELECT count(*) FROM turn WHERE recording = ?').pluck().get(number) as number;
  const rows = db
    .prepare(
      `SELECT severity, count(*) AS count FROM violation WHERE recording = ? AND rule NOT IN
         (SELECT value FROM analysis, json_each(facts, '$.optInRules') WHERE recording = ?)
       GROUP BY severity`,
    )
    .all(number, number) as { severity: Severity; count: number }[];
  const violations = { error: 0, warning: 0, info: 0 };
  for (const { severity, count } of rows) violations[severity] = count;
  return { turns, violations };
}

/** How many frames and events a recording has so far. */
export function entriesOf({ events, streams }: Recording): number {
  return events + streams.client.frames + streams.agent.frames + streams.stderr.frames;
}

/** The derived data, if it is of this version and of the whole recording. @param version the version of the code that derives */
export function keptAnalysis(db: Database, recording: Recording, version: string): KeptAnalysis | undefined {
  const { number } = recording;
  const row = db.prepare('SELECT version, entries, facts FROM analysis WHERE recording = ?').get(number) as
    { version: string; entries: number; facts: string } | undefined;
  if (row?.version !== version || row.entries !== entriesOf(recording)) return undefined;
  const turns = storedRows(db, 'SELECT summary FROM turn WHERE recording = ? ORDER BY n', number);
  const violations = storedRows(db, 'SELECT details FROM violation WHERE recording = ? ORDER BY n', number);
  if (storedObject(row.facts) === undefined || turns === undefined || violations === undefined) return undefined;
  return { facts: row.facts, turns: turns as TurnSummary[], violations: violations as Violation[] };
}

/** Undefined if one of them is not an object: the data is then derived again. */
function storedRows(db: Database, sql: string, recording: number): object[] | undefined {
  const rows = (db.prepare(sql).pluck().all(recording) as string[]).map(storedObject);
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** Keeps derived data. If that is not possible, for example in a read-only database, it is derived again the next time. */
export function keepAnalysis(
  db: Database,
  recording: Recording,
  { analysis, checkpoints, version }: { analysis: KeptAnalysis; checkpoints: [number, Buffer][]; version: string },
): void {
  const { number } = recording;
  const { turns, violations, facts } = analysis;
  const write = db.transaction(() => {
    for (const table of DERIVED_TABLES) db.prepare(`DELETE FROM ${table} WHERE recording = ?`).run(number);
    // the recording was removed meanwhile
    if (db.prepare('SELECT 1 FROM recording WHERE number = ?').get(number) === undefined) return;
    const turn = db.prepare('INSERT INTO turn (recording, n, summary) VALUES (?, ?, ?)');
    for (const [n, summary] of turns.entries()) turn.run(number, n, JSON.stringify(summary));
    const violation = db.prepare(
      'INSERT INTO violation (recording, n, seq, rule, severity, details) VALUES (?, ?, ?, ?, ?, ?)',
    );
    for (const [n, each] of violations.entries()) {
      violation.run(number, n, each.seq, each.rule, each.severity, JSON.stringify(each));
    }
    const checkpoint = db.prepare('INSERT INTO checkpoint (recording, seq, state) VALUES (?, ?, ?)');
    for (const [seq, state] of checkpoints) checkpoint.run(number, seq, state);
    db.prepare('INSERT INTO analysis (recording, version, entries, facts) VALUES (?, ?, ?, ?)').run(
      number,
      version,
      entriesOf(recording),
      facts,
    );
  });
  tryToWrite(db, KEEP_BUSY_MS, () => {
    write.immediate();
  });
}

/** Marks a live recording, of which only a state is kept: no recording has this number of entries. */
const ONLY_STATE = -1;

/** Keeps the state of a live recording after an entry, instead of an earlier one. If that is not possible, it is derived again. */
export function keepLiveState(
  db: Database,
  number: number,
  { seq, state, version }: { readonly seq: number; readonly state: Buffer; readonly version: string },
): void {
  const write = db.transaction(() => {
    const live = db.prepare("SELECT 1 FROM recording WHERE number = ? AND state = 'live'").get(number);
    // the recording has ended or was removed meanwhile
    if (live === undefined) return;
    for (const table of DERIVED_TABLES) db.prepare(`DELETE FROM ${table} WHERE recording = ?`).run(number);
    db.prepare('INSERT INTO checkpoint (recording, seq, state) VALUES (?, ?, ?)').run(number, seq, state);
    db.prepare("INSERT INTO analysis (recording, version, entries, facts) VALUES (?, ?, ?, '{}')").run(
      number,
      version,
      ONLY_STATE,
    );
  });
  tryToWrite(db, KEEP_BUSY_MS, () => {
    write.immediate();
  });
}
