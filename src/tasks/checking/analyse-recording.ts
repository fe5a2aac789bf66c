import { RULES } from '../../check/rules/index.js';
import type { Connection } from '../../model/state/connection.js';
import { openTurnOf, type FindingLine } from '../../report/finding-lines.js';
import { stallsIn, type Stall } from '../../report/waits/stalls.js';
import { observedEntries, seqOfEntry } from '../../store/query/observed.js';
import { recordingNumbered, type Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { withInside } from '../conversations/inside-recording.js';
import { subjectOf } from '../conversations/conversations.js';
import { derivationMark } from '../derivation-mark.js';
import { acpProtocol } from '../protocol/acp-protocol.js';
import { followRecording } from '../recordings/follow-recording.js';
import { liveAnswer } from '../waiting/live-answer.js';
import { liveFactsOf } from '../waiting/live-facts.js';
import { Analyst, analysisOf, type AnalyseOptions } from './analysis.js';
import type { Analysis } from './recalled-analysis.js';

/** The longest and the shortest time between two looks at a live recording, in ms. */
const LOOK_MS = 100;
const REST_MS = 30;
/** Between two looks for waits without progress, in ms. */
const STALL_LOOK_MS = 500;
const OPT_IN = new Set<string>(RULES.filter(({ isOptIn }) => isOptIn).map(({ id }) => id));

/** Receives the results of an analysis while it goes on. */
export interface FindingListener {
  tell(line: FindingLine): void;
  /** Called when nothing more comes for a while, so that gathered lines can be passed on. */
  flush(): void;
}

/**
 * Derives the turns, violations and statistics of a recording, keeps them in the database, and reports them as they are found. A live
 * recording is followed to its end.
 */
export async function tellAnalysis(db: Database, recording: Recording, listener: FindingListener): Promise<void> {
  const options = optionsOf(db, recording, listener);
  const analysis =
    recording.state === 'live'
      ? await follow(db, recording, new Analyst(options), listener)
      : analysisOf(db, recording, options);
  const statistics = withInside(db, recording, analysis);
  listener.tell({ type: 'done', protocol: analysis.protocol, statistics });
  listener.flush();
}

/** The same for several recordings that have ended. It reports only that each is done. */
export function keepAnalyses(db: Database, numbers: readonly number[], listener: FindingListener): void {
  for (const number of numbers) {
    const recording = recordingNumbered(db, number);
    if (recording !== undefined && recording.state !== 'live') analysisOf(db, recording, factsOf(db, recording));
    listener.tell({ type: 'kept', recording: number });
    listener.flush();
  }
}

function factsOf(db: Database, recording: Recording): AnalyseOptions {
  const { isCut, hasRealTimes } = subjectOf(recording);
  return { protocol: acpProtocol, version: derivationMark(db), isCut, hasRealTimes };
}

function optionsOf(db: Database, recording: Recording, listener: FindingListener): AnalyseOptions {
  return {
    ...factsOf(db, recording),
    progress: (done) => {
      listener.tell({ type: 'progress', done });
      listener.flush();
    },
    found: {
      turn: (turn) => {
        listener.tell({ type: 'turn', turn });
      },
      violation: (violation) => {
        if (!OPT_IN.has(violation.rule)) listener.tell({ type: 'violation', violation });
      },
    },
  };
}

async function follow(
  db: Database,
  recording: Recording,
  analyst: Analyst,
  listener: FindingListener,
): Promise<Analysis> {
  let last = recording;
  let from = 0;
  let now = '';
  let stalls: readonly Stall[] = [];
  let nextStallLookMs = 0;
  for await (const current of followRecording(db, recording, { lookMs: LOOK_MS, restMs: REST_MS })) {
    last = current;
    for (const entry of observedEntries(db, recording.number, from)) {
      analyst.take(entry);
      from = seqOfEntry(entry) + 1;
    }
    if (current.state !== 'live') break;
    if (Date.now() >= nextStallLookMs) {
      stalls = stallsOf(db, current, analyst.connection);
      nextStallLookMs = Date.now() + STALL_LOOK_MS;
    }
    const line = nowOf(analyst.connection, stalls);
    if (JSON.stringify(line) !== now) listener.tell(line);
    now = JSON.stringify(line);
    listener.flush();
  }
  return analyst.finish(db, last);
}

function stallsOf(db: Database, recording: Recording, connection: Connection): Stall[] {
  const why = liveAnswer(connection, { name: '', live: liveFactsOf(db, recording, Date.now) });
  return why === undefined ? [] : stallsIn(why);
}

function nowOf(connection: Connection, stalls: readonly Stall[]): FindingLine {
  const openTurns = [...connection.sessions.values()].flatMap(({ id, open }) =>
    open.map((turn) => openTurnOf(id, turn)),
  );
  return { type: 'now', openTurns, stalls };
}
