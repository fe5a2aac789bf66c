import type { Database } from '../../store/schema/sqlite.js';
import type { Protocol } from '../../acp/methods/protocol.js';
import { Checker } from '../../check/engine/checker.js';
import { RULES } from '../../check/rules/index.js';
import type { Violation } from '../../check/engine/violation.js';
import type { Connection } from '../../model/state/connection.js';
import { LatencyCollector } from '../../model/latencies.js';
import { TrafficCollector } from '../../model/volume/traffic-collector.js';
import { tell, type ObservedEntry } from '../../model/observer.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { checkNotes, protocolText } from '../../report/check/protocol-text.js';
import { statisticsOf } from '../../report/statistics/statistics.js';
import { serializeState } from '../../store/query/checkpoint-state.js';
import { entriesOf, keepAnalysis } from '../../store/query/kept-analysis.js';
import { observedEntries, seqOfEntry } from '../../store/query/observed.js';
import type { Recording } from '../../store/query/recordings.js';
import { recalledAnalysis, type Analysis } from './recalled-analysis.js';

/** A state is kept every so many entries, so that reading on from one takes at most 50 ms. */
const ENTRIES_PER_CHECKPOINT = 5_000;
/** Between two calls of `progress`, in entries. */
const ENTRIES_PER_PROGRESS = 10_000;

export interface AnalyseOptions {
  readonly protocol: () => Protocol;
  /** The version of the code that derives: see {@link derivationMark}. */
  readonly version: string;
  /** Whether the recording is only a part of another one, and whether its times are real. */
  readonly isCut: boolean;
  readonly hasRealTimes: boolean;
  /** Called with the progress, from 0 to 1. */
  readonly progress?: ((done: number) => void) | undefined;
  /** Called with results as they are found; at once if they were derived before. */
  readonly found?: { turn(turn: TurnSummary): void; violation(violation: Violation): void };
}

/**
 * Turns and violations of a recording that has ended: those that were derived before, otherwise derived now and kept for the next time.
 */
export function analysisOf(db: Database, recording: Recording, options: AnalyseOptions): Analysis {
  const kept = recalledAnalysis(db, recording, options.version);
  if (kept === undefined) return analyse(db, recording, options);
  for (const turn of kept.turns) options.found?.turn(turn);
  for (const violation of kept.violations) options.found?.violation(violation);
  return kept;
}

function analyse(db: Database, recording: Recording, options: AnalyseOptions): Analysis {
  const analyst = new Analyst(options);
  const total = entriesOf(recording);
  for (const entry of observedEntries(db, recording.number)) {
    analyst.take(entry);
    if (analyst.entries % ENTRIES_PER_PROGRESS === 0) options.progress?.(analyst.entries / Math.max(1, total));
  }
  return analyst.finish(db, recording);
}

/** Derives turns, violations and statistics, one entry after the other. */
export class Analyst {
  readonly #options: AnalyseOptions;
  readonly #turns: TurnSummary[] = [];
  readonly #violations: Violation[] = [];
  readonly #latencies = new LatencyCollector();
  readonly #traffic = new TrafficCollector();
  readonly #checkpoints: [seq: number, state: Buffer][] = [];
  readonly #checker: Checker;
  #frames = 0;
  /** How many entries were taken. */
  entries = 0;

  /** The state after the last entry. */
  get connection(): Connection {
    return this.#checker.connection;
  }

  constructor(options: AnalyseOptions) {
    this.#options = options;
    this.#checker = new Checker({
      protocol: options.protocol(),
      rules: RULES,
      fromStart: options.isCut ? false : undefined,
      hasRealTimes: options.hasRealTimes,
      onViolation: (violation) => {
        this.#violations.push(violation);
        options.found?.violation(violation);
      },
      listeners: [
        this.#latencies,
        this.#traffic,
        {
          turnEnded: (turn) => {
            this.#turns.push(turn);
            options.found?.turn(turn);
          },
        },
      ],
    });
  }

  take(entry: ObservedEntry): void {
    if (entry.type === 'frame') this.#frames += 1;
    tell(this.#checker, entry);
    this.entries += 1;
    if (this.entries % ENTRIES_PER_CHECKPOINT !== 0) return;
    this.#checkpoints.push([seqOfEntry(entry), serializeState(this.#checker.connection)]);
  }

  /** Call this after the last entry of a recording that has ended. The results are kept in its database, if that is possible. */
  finish(db: Database, recording: Recording): Analysis {
    const { hasRealTimes, version } = this.#options;
    const holdsItsEnd = this.#checker.end();
    const violations = this.#violations.sort((a, b) => a.seq - b.seq);
    const { connection } = this.#checker;
    const collected = {
      latencies: this.#latencies.byMethod.values(),
      traffic: this.#traffic,
      turns: this.#turns,
      hasTimes: this.#checker.hasTimes && hasRealTimes,
    };
    const facts = {
      frames: this.#frames,
      protocol: protocolText(connection),
      notes: checkNotes(connection, holdsItsEnd),
      optInRules: RULES.filter(({ isOptIn }) => isOptIn).map(({ id }) => id),
      statistics: statisticsOf(connection, collected, recording.name ?? recording.id),
    };
    const found = { turns: this.#turns, violations };
    const analysis = { facts: JSON.stringify(facts), ...found };
    keepAnalysis(db, recording, { analysis, checkpoints: this.#checkpoints, version });
    return { ...facts, ...found };
  }
}
