import type { Database } from '../../store/schema/sqlite.js';
import { entriesOf } from '../../store/query/kept-analysis.js';
import { LATEST } from '../../store/query/latest.js';
import type { Recording } from '../../store/query/recordings.js';
import { timelineOf } from '../../store/query/timeline.js';
import { printedJson } from '../../report/printed-json.js';
import { painted, type CliIo } from '../program/io.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { describeFile, describeRecording } from '../../tasks/recordings/describe-recording.js';
import { followRecording } from '../../tasks/recordings/follow-recording.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { standingOf } from '../../tasks/waiting/standing.js';
import { TimelinePrinter } from './timeline-output.js';

export interface TailOptions extends DatabaseOption {
  /** How many of the latest entries to begin with. */
  readonly last: string;
  readonly json?: boolean;
}

/** Between two looks at the database, in ms. */
const LOOK_MS = 50;

/** `turntable tail`: follows a live recording until it ends; of one that has ended, or a file, shows the last entries. */
export async function tail(named = LATEST, options: TailOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    const { source, recording, file } = conversations.oneRecording(named);
    if (!options.json) {
      const standing = standingOf(source.db, recording, io.now());
      const title = file === undefined ? describeRecording(recording, standing) : describeFile(file, recording);
      await io.printLine(painted('bold', title));
    }
    await follow(source.db, recording, options, io);
    return 0;
  } finally {
    conversations.close();
  }
}

async function follow(db: Database, recording: Recording, { last, json }: TailOptions, io: CliIo): Promise<void> {
  const printer = new TimelinePrinter(io, db, recording);
  let from = Math.max(0, entriesOf(recording) - Number(last));
  for await (const { number } of followRecording(db, recording, { lookMs: LOOK_MS, io })) {
    for (const entry of timelineOf(db, number, { from })) {
      from = entry.seq + 1;
      if (json) await io.printLine(printedJson(printer.json(entry)));
      else await printer.text(entry);
    }
    await io.flush();
  }
}
