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
  /** How many of the latest entries to begin with. */
  readonly last: string;
  /** How long something may go without progress, as `30s`. */
  readonly stall?: string;
  readonly json?: boolean;
}

/** Between two looks at the database, in ms. */
const LOOK_MS = 50;

/** `turntable tail`: follows a live recording until it ends; of one that has ended, or a file, shows the last entries. */
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
      // an entry a line is what programs read
      if (json) io.say(line);
      else await io.printLine(painted('yellow', line));
    }
    await io.flush();
  }
}

/** What has gone without progress for long in a live recording, and what goes on again. */
class Stalls {
  readonly #watch: StallWatch;
  readonly #question: WhyRecording | undefined;

  /** @param limitMs how long that is, in ms; undefined: what is usual in the recording */
  constructor(db: Database, recording: Recording, limitMs: number | undefined) {
    this.#watch = new StallWatch(limitMs);
    this.#question = recording.state === 'live' ? new WhyRecording(db, recording) : undefined;
  }

  look(current: Recording, wallMs: number): string[] {
    if (current.state !== 'live') return [];
    return this.#watch.look(wallMs, () => this.#question?.ask(current, wallMs));
  }
}
