import type { Database } from '../../store/schema/sqlite.js';
import { observedEntries } from '../../store/query/observed.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Checked, QuotedViolation } from '../../report/check/checked.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { CheckSettings } from './check-settings.js';
import { ConversationCheck } from './conversation-check.js';
import { subjectOf } from '../conversations/conversations.js';
import { followRecording } from '../recordings/follow-recording.js';
import { liveAnswer } from '../waiting/live-answer.js';
import { liveFactsOf } from '../waiting/live-facts.js';
import { StallWatch } from '../waiting/stall-watch.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { Surroundings } from '../surroundings.js';

/** Between two looks at a recording that goes on, in ms. */
const LOOK_MS = 100;

/** What a look at a live recording has found. */
export interface LiveFindings {
  readonly violations: readonly QuotedViolation[];
  /** One line for each wait that has made no progress for long, or goes on again. */
  readonly stalls: readonly string[];
}

export interface LiveCheckOptions {
  readonly io: Surroundings;
  /** How long a wait may go without progress, in ms; undefined: as long as is usual in the recording. */
  readonly stallMs: number | undefined;
  /** Called with the findings of each look; the check waits for it. */
  readonly told: (found: LiveFindings) => Promise<void>;
}

/** Checks a recording until it ends. */
export async function checkWhileLive(
  db: Database,
  recording: Recording,
  settings: CheckSettings,
  { io, stallMs, told }: LiveCheckOptions,
): Promise<Checked> {
  const found: QuotedViolation[] = [];
  const check = new LiveCheck(db, recording, settings, (violation) => found.push(violation));
  const watch = new StallWatch(stallMs);
  for await (const current of followRecording(db, recording, { lookMs: LOOK_MS, io })) {
    if (current.state !== 'live') break;
    check.look();
    const stalls = watch.look(io.now(), () => check.why(current, io.now));
    await told({ violations: found.splice(0), stalls });
  }
  const checked = check.end();
  await told({ violations: found, stalls: [] });
  return checked;
}

/** Checks a recording while it grows. */
export class LiveCheck {
  readonly #db: Database;
  readonly #number: number;
  readonly #check: ConversationCheck;
  #from = 0;

  /** @param found called with each violation as soon as it is certain */
  constructor(
    db: Database,
    recording: Recording,
    settings: CheckSettings,
    found: (violation: QuotedViolation) => unknown,
  ) {
    this.#db = db;
    this.#number = recording.number;
    this.#check = new ConversationCheck(subjectOf(recording), settings, { found });
  }

  /** Checks what has come since the last look. */
  look(): void {
    for (const entry of observedEntries(this.#db, this.#number, this.#from)) {
      if (entry.type === 'frame') {
        this.#from = entry.frame.seq + 1;
        this.#check.frame(entry.frame);
      } else {
        this.#from = entry.event.seq + 1;
        this.#check.event(entry.event);
      }
    }
  }

  /**
   * Who waits for whom after the last look; undefined once the recording has ended.
   *
   * @param recording as it is now
   * @param now the wall clock, in ms since 1970
   */
  why(recording: Recording, now: () => number): WhyJson | undefined {
    const live = liveFactsOf(this.#db, recording, now);
    return liveAnswer(this.#check.connection, { name: recording.id, live });
  }

  /** Call this once, when nothing more can come. */
  end(): Checked {
    this.look();
    return this.#check.end();
  }
}

/** A violation in one line, for output that is mixed with other lines. */
export function violationLine({ severity, rule, fault, seq, message }: QuotedViolation): string {
  return `${severity} ${rule} (${fault}, frame ${seq}): ${escapeUnsafe(message)}`;
}
