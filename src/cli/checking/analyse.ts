import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../store/schema/sqlite.js';
import { RULES } from '../../check/rules/index.js';
import { stallsOf } from '../../check/engine/stalls.js';
import { reasonOf } from '../../errors.js';
import type { Connection } from '../../model/state/connection.js';
import { Analyst, analysisOf, type AnalyseOptions } from '../../tasks/checking/analysis.js';
import type { Analysis } from '../../tasks/checking/recalled-analysis.js';
import { modelVersion } from '../../tasks/model-version.js';
import { observedEntries, seqOfEntry } from '../../store/query/observed.js';
import { openDatabase } from '../../store/schema/open-database.js';
import { recordingNumbered, type Recording } from '../../store/query/recordings.js';
import { openTurnOf, type FindingLine } from '../../report/finding-lines.js';
import { acpProtocol } from '../../tasks/protocol/acp-protocol.js';
import { subjectOf } from '../../tasks/conversations/conversations.js';
import { COMMAND_BUSY_MS } from '../../tasks/recordings/open-up-to-date.js';

/** Between two looks at a live recording, in ms. */
const LOOK_MS = 100;
const OPT_IN = new Set<string>(RULES.filter(({ isOptIn }) => isOptIn).map(({ id }) => id));

/**
 * The process that the screen starts: derives what a recording holds, keeps it in the database, and tells of it while it
 * goes on, an object a line on stdout. A live recording is followed to its end. Of several recordings it only tells which
 * were kept. Returns the exit code.
 */
export async function analyse([path, number, ...more]: readonly string[]): Promise<number> {
  // the screen may be gone by the time there is something to say
  process.stdout.on('error', () => undefined);
  if (path === undefined || number === undefined) return 2;
  try {
    const db = openDatabase(path, { create: false, busyMs: COMMAND_BUSY_MS });
    if (more.length > 0) return keepAll(db, [number, ...more].map(Number));
    const recording = recordingNumbered(db, Number(number));
    if (recording === undefined) return 3;
    const teller = new Teller();
    const analysis =
      recording.state === 'live'
        ? await follow(db, recording, teller)
        : analysisOf(db, recording, optionsOf(recording, teller));
    const { protocol, statistics } = analysis;
    teller.tell({ type: 'done', protocol, statistics });
    teller.flush();
    return 0;
  } catch (thrown) {
    process.stderr.write(`${reasonOf(thrown)}\n`);
    return 1;
  }
}

function keepAll(db: Database, numbers: readonly number[]): number {
  for (const number of numbers) {
    const recording = recordingNumbered(db, number);
    const teller = new Teller();
    if (recording !== undefined && recording.state !== 'live') {
      const { isCut, hasRealTimes } = subjectOf(recording);
      analysisOf(db, recording, { protocol: acpProtocol, version: modelVersion(), isCut, hasRealTimes });
    }
    teller.tell({ type: 'kept', recording: number });
    teller.flush();
  }
  return 0;
}

/** Gathers lines, so that a flood of them is a few writes. */
class Teller {
  #lines = '';

  tell(line: FindingLine): void {
    this.#lines += `${JSON.stringify(line)}\n`;
  }

  flush(): void {
    if (this.#lines !== '') process.stdout.write(this.#lines);
    this.#lines = '';
  }
}

function optionsOf(recording: Recording, teller: Teller): AnalyseOptions {
  const { isCut, hasRealTimes } = subjectOf(recording);
  return {
    protocol: acpProtocol,
    version: modelVersion(),
    isCut,
    hasRealTimes,
    progress: (done) => {
      teller.tell({ type: 'progress', done });
      teller.flush();
    },
    found: {
      turn: (turn) => {
        teller.tell({ type: 'turn', turn });
      },
      violation: (violation) => {
        if (!OPT_IN.has(violation.rule)) teller.tell({ type: 'violation', violation });
      },
    },
  };
}

async function follow(db: Database, recording: Recording, teller: Teller): Promise<Analysis> {
  const analyst = new Analyst(optionsOf(recording, teller));
  let from = 0;
  let now = '';
  for (let current = recording; ; current = recordingNumbered(db, recording.number) ?? { ...current, state: 'ended' }) {
    for (const entry of observedEntries(db, recording.number, from)) {
      analyst.take(entry);
      from = seqOfEntry(entry) + 1;
    }
    // the state was read before the entries: an ended one has shown all it has
    if (current.state !== 'live') return analyst.finish(db, current);
    const line = nowOf(analyst.connection, Date.now() - recording.startedUs / 1000);
    if (JSON.stringify(line) !== now) teller.tell(line);
    now = JSON.stringify(line);
    teller.flush();
    await sleep(LOOK_MS);
  }
}

function nowOf(connection: Connection, nowMs: number): FindingLine {
  const openTurns = [...connection.sessions.values()].flatMap(({ id, open }) =>
    open.map((turn) => openTurnOf(id, turn)),
  );
  return { type: 'now', openTurns, stalls: stallsOf(connection, nowMs) };
}
