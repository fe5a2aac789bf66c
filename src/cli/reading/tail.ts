import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../store/schema/sqlite.js';
import { findRecording, recordingNumbered, type Recording } from '../../store/query/recordings.js';
import { timelineOf } from '../../store/query/timeline.js';
import { printedJson } from '../../report/printed-json.js';
import type { CliIo } from '../program/io.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { bringIn, openUpToDate, type DatabaseOption } from '../../tasks/recordings/open-up-to-date.js';
import { TimelinePrinter } from './timeline-output.js';

export interface TailOptions extends DatabaseOption {
  /** How many of the latest entries to begin with. */
  readonly last: string;
  readonly json?: boolean;
}

/** Between two looks at the database, in ms. */
const LOOK_MS = 50;
/** Between two looks at a journal that no other process brings in, in ms. */
const BRING_IN_MS = 200;

/** `turntable tail`: follows a live recording until it ends. */
export async function tail(named: string, options: TailOptions, io: CliIo): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    const recording = findRecording(db, named);
    if (!options.json) await io.printLine(io.paint('bold', describeRecording(recording)));
    await follow(db, recording, options, io);
    return 0;
  } finally {
    db.close();
  }
}

async function follow(db: Database, recording: Recording, { last, json }: TailOptions, io: CliIo): Promise<void> {
  const printer = new TimelinePrinter(io, db, recording);
  let from = Math.max(0, entriesOf(recording) - Number(last));
  let nextBringIn = 0;
  for (
    let current: Recording | undefined = recording;
    current !== undefined;
    current = recordingNumbered(db, recording.number)
  ) {
    for (const entry of timelineOf(db, recording.number, { from })) {
      from = entry.seq + 1;
      if (json) await io.printLine(printedJson(printer.json(entry)));
      else await printer.text(entry);
    }
    await io.flush();
    // the state was read before the entries: an ended one has shown all it has
    if (current.state !== 'live') return;
    await sleep(LOOK_MS);
    if (Date.now() < nextBringIn) continue;
    bringIn(io, db);
    nextBringIn = Date.now() + BRING_IN_MS;
  }
}

function entriesOf({ events, streams }: Recording): number {
  return events + streams.client.frames + streams.agent.frames + streams.stderr.frames;
}
