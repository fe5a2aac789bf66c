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
import { StallWatch } from '../../tasks/waiting/stall-watch.js';
import { standingOf } from '../../tasks/waiting/standing.js';
import { WhyRecording } from '../../tasks/waiting/why-recording.js';
import { parseDuration } from '../../replay/engine/pace.js';
import { TimelinePrinter } from './timeline-output.js';

export interface TailOptions extends DatabaseOption {
  /** How many of the latest entries are shown first. */
  readonly last: string;
  /** How long a wait may go without progress before it is reported, such as `30s`. */
  readonly stall?: string;
  readonly json?: boolean;
}

/** Between two looks at the database, in ms. */
const LOOK_MS = 50;

/** `turntable tail`: follows a live recording until it ends. For a file or a recording that has ended, it shows the last entries. */
export async function tail(named = LATEST, options: TailOptions, io: CliIo): Promise<number> {
  const stallMs = options.stall === undefined ? undefined : parseDuration(options.stall, '--stall');
  const conversations = new Conversations(options, io);
  try {
    const { source, recording, file } = conversations.oneRecording(named);
    if (!options.json) {
      const standing = standingOf(source.db, recording, io.now());
      const title = file === undefined ? describeRecording(recording, standing) : describeFile(file, recording);
      await io.printLine(painted('bold', title));
    }
    await follow(source.db, recording, { ...options, stallMs }, io);
    return 0;
  } finally {
    conversations.close();
  }
}

async function follow(
  db: Database,
  recording: Recording,
  { last, json, stallMs }: TailOptions & { readonly stallMs: number | undefined },
  io: CliIo,
): Promise<void> {
  const printer = new TimelinePrinter(io, db, recording);
  const stalls = new Stalls(db, recording, stallMs);
  let from = Math.max(0, entriesOf(recording) - Number(last));
  for await (const current of followRecording(db, recording, { lookMs: LOOK_MS, io })) {
    for (const entry of timelineOf(db, current.number, { from })) {
      from = entry.seq + 1;
      if (json) await io.printLine(printedJson(printer.json(entry)));
      else await printer.text(entry);
    }
    for (const line of stalls.look(current, io.now())) {
      // programs read one entry per line
      if (json) io.say(line);
      else await io.printLine(painted('yellow', line));
    }
    await io.flush();
  }
}

/** Reports waits of a live recording without progress, and when they go on again. */
class Stalls {
  readonly #watch: StallWatch;
  readonly #question: WhyRecording | undefined;

  /** @param limitMs how long a wait may go without progress, in ms; undefined: as long as is usual in the recording */
  constructor(db: Database, recording: Recording, limitMs: number | undefined) {
    this.#watch = new StallWatch(limitMs);
    this.#question = recording.state === 'live' ? new WhyRecording(db, recording) : undefined;
  }

  look(current: Recording, wallMs: number): string[] {
    if (current.state !== 'live') return [];
    return this.#watch.look(wallMs, () => this.#question?.ask(current, wallMs));
  }
}
