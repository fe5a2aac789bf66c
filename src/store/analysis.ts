import type { Database } from 'better-sqlite3';
import type { Protocol } from '../acp/protocol.js';
import { Checker } from '../check/checker.js';
import { RULES } from '../check/rules/index.js';
import type { Violation } from '../check/violation.js';
import type { Connection } from '../model/connection.js';
import { LatencyCollector } from '../model/latencies.js';
import { newConnection } from '../model/new-connection.js';
import { Observer } from '../model/observer.js';
import type { TurnSummary } from '../model/turn.js';
import { checkNotes, protocolText } from '../view/check-report/facts.js';
import type { StatsJson } from '../view/json-output.js';
import { statisticsOf } from '../view/statistics/statistics.js';
import { deserializeState, serializeState } from './checkpoint-state.js';
import { observedEntries, type ObservedEntry } from './observed.js';
import type { Recording } from './recordings.js';

/** The tables of what is derived; all have a column `recording`. */
export const DERIVED_TABLES = ['analysis', 'turn', 'violation', 'checkpoint'] as const;

/** A state is kept every so many entries: so many are folded within 50 ms. */
const ENTRIES_PER_CHECKPOINT = 5_000;
/** How long it may wait, in ms, while another process writes: it can be derived again. */
const KEEP_BUSY_MS = 200;
/** Between two calls of `progress`, in entries. */
const ENTRIES_PER_PROGRESS = 10_000;

/** What is derived from a whole recording. */
export interface Analysis {
  readonly frames: number;
  /** See {@link protocolText} and {@link checkNotes}. */
  readonly protocol: string;
  readonly notes: readonly string[];
  readonly statistics: StatsJson;
  /** In the order of their ends. */
  readonly turns: readonly TurnSummary[];
  /** Of all rules, those that are off by default too; in the order of their frames. */
  readonly violations: readonly Violation[];
}

export interface AnalyseOptions {
  readonly protocol: () => Protocol;
  /** Of what derives it: see {@link modelVersion}. */
  readonly version: string;
  /** Whether the recording is a part of one, and whether its times mean anything. */
  readonly isCut: boolean;
  readonly hasRealTimes: boolean;
  /** Told how far it is, from 0 to 1. */
  readonly progress?: ((done: number) => void) | undefined;
}

/** Turns and violations of a recording that has ended: as they were derived before, or derived now and kept for the next time. */
export function analysisOf(db: Database, recording: Recording, options: AnalyseOptions): Analysis {
  return keptAnalysis(db, recording, options) ?? analyse(db, recording, options);
}

function entriesOf({ events, streams }: Recording): number {
  return events + streams.client.frames + streams.agent.frames + streams.stderr.frames;
}

function keptAnalysis(db: Database, recording: Recording, options: AnalyseOptions): Analysis | undefined {
  const { number } = recording;
  const row = db.prepare('SELECT version, entries, facts FROM analysis WHERE recording = ?').get(number) as
    { version: string; entries: number; facts: string } | undefined;
  if (row?.version !== options.version || row.entries !== entriesOf(recording)) return undefined;
  const facts = JSON.parse(row.facts) as Omit<Analysis, 'turns' | 'violations'>;
  return {
    ...facts,
    turns: jsonRows<TurnSummary>(db, 'SELECT summary FROM turn WHERE recording = ? ORDER BY n', number),
    violations: jsonRows<Violation>(db, 'SELECT details FROM violation WHERE recording = ? ORDER BY n', number),
  };
}

function jsonRows<Row>(db: Database, sql: string, recording: number): Row[] {
  return (db.prepare(sql).pluck().all(recording) as string[]).map((text) => JSON.parse(text) as Row);
}

function analyse(db: Database, recording: Recording, options: AnalyseOptions): Analysis {
  const turns: TurnSummary[] = [];
  const violations: Violation[] = [];
  const latencies = new LatencyCollector();
  const checkpoints: [seq: number, state: Buffer][] = [];
  const checker = new Checker({
    protocol: options.protocol(),
    rules: RULES,
    fromStart: options.isCut ? false : undefined,
    hasRealTimes: options.hasRealTimes,
    onViolation: (violation) => void violations.push(violation),
    listeners: [latencies, { turnEnded: (turn) => void turns.push(turn) }],
  });
  const total = entriesOf(recording);
  let frames = 0;
  let isTimed = false;
  let seen = 0;
  for (const entry of observedEntries(db, recording.number)) {
    if (entry.type === 'frame') {
      frames += 1;
      isTimed ||= entry.frame.atNs !== undefined;
    }
    tell(checker, entry);
    seen += 1;
    if (seen % ENTRIES_PER_CHECKPOINT === 0) checkpoints.push([seqOfEntry(entry), serializeState(checker.connection)]);
    if (seen % ENTRIES_PER_PROGRESS === 0) options.progress?.(seen / Math.max(1, total));
  }
  const holdsItsEnd = checker.end();
  violations.sort((a, b) => a.seq - b.seq);
  const { connection } = checker;
  const collected = { latencies: latencies.byMethod.values(), turns, hasTimes: isTimed && options.hasRealTimes };
  const analysis: Analysis = {
    frames,
    protocol: protocolText(connection),
    notes: checkNotes(connection, holdsItsEnd),
    statistics: statisticsOf(connection, collected, recording.name ?? recording.id),
    turns,
    violations,
  };
  keep(db, recording, { analysis, checkpoints, version: options.version });
  return analysis;
}

function tell(observer: Checker | Observer, entry: ObservedEntry): void {
  if (entry.type === 'frame') observer.frame(entry.frame);
  else observer.event(entry.event);
}

function seqOfEntry(entry: ObservedEntry): number {
  return entry.type === 'frame' ? entry.frame.seq : entry.event.seq;
}

/** What cannot be kept, as in a database that cannot be written, is derived again the next time. */
function keep(
  db: Database,
  recording: Recording,
  { analysis, checkpoints, version }: { analysis: Analysis; checkpoints: [number, Buffer][]; version: string },
): void {
  const { number } = recording;
  const { turns, violations, ...facts } = analysis;
  const write = db.transaction(() => {
    for (const table of DERIVED_TABLES) db.prepare(`DELETE FROM ${table} WHERE recording = ?`).run(number);
    // removed meanwhile
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
      JSON.stringify(facts),
    );
  });
  const busyMs = db.pragma('busy_timeout', { simple: true }) as number;
  try {
    db.pragma(`busy_timeout = ${KEEP_BUSY_MS}`);
    write.immediate();
  } catch (thrown) {
    if (!String((thrown as { code?: unknown }).code).startsWith('SQLITE_')) throw thrown;
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}

/**
 * The state of a recording after an entry: from the nearest kept state on, or from the beginning.
 *
 * @param seq of the entry; the state at the end where it is beyond
 * @param version see {@link AnalyseOptions}
 */
export function stateAt(db: Database, recording: Recording, seq: number, version: string): Connection {
  const kept = checkpointBefore(db, recording, seq, version);
  const observer = new Observer([], {}, kept === undefined ? newConnection() : kept.state);
  for (const entry of observedEntries(db, recording.number, kept === undefined ? 0 : kept.seq + 1)) {
    if (seqOfEntry(entry) > seq) break;
    tell(observer, entry);
  }
  return observer.connection;
}

function checkpointBefore(
  db: Database,
  { number }: Recording,
  seq: number,
  version: string,
): { readonly seq: number; readonly state: Connection } | undefined {
  const row = db
    .prepare(
      `SELECT seq, state FROM checkpoint JOIN analysis USING (recording)
       WHERE recording = ? AND version = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    )
    .get(number, version, seq) as { seq: number; state: Buffer } | undefined;
  const state = row && deserializeState(row.state);
  return row === undefined || state === undefined ? undefined : { seq: row.seq, state };
}
