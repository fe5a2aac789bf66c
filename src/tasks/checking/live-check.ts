import type { Database } from '../../store/schema/sqlite.js';
import { observedEntries } from '../../store/query/observed.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Checked, QuotedViolation } from '../../report/check/checked.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { CheckSettings } from './check-settings.js';
import { ConversationCheck } from './conversation-check.js';
import { subjectOf } from '../conversations/conversations.js';
import { followRecording } from '../recordings/follow-recording.js';
import type { Surroundings } from '../surroundings.js';

/** Between two looks at a recording that goes on, in ms. */
const LOOK_MS = 100;

/**
 * Checks a recording until it ends.
 *
 * @param told is given what each look has found, and waited for
 */
export async function checkWhileLive(
  db: Database,
  recording: Recording,
  settings: CheckSettings,
  { io, told }: { readonly io: Surroundings; readonly told: (found: readonly QuotedViolation[]) => Promise<void> },
): Promise<Checked> {
  const found: QuotedViolation[] = [];
  const check = new LiveCheck(db, recording, settings, (violation) => found.push(violation));
  for await (const { state } of followRecording(db, recording, { lookMs: LOOK_MS, io })) {
    if (state !== 'live') break;
    check.look();
    await told(found.splice(0));
  }
  const checked = check.end();
  await told(found);
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

  /** To be called once, when nothing more can come. */
  end(): Checked {
    this.look();
    return this.#check.end();
  }
}

/** A violation in one line, for where lines of others stand around it. */
export function violationLine({ severity, rule, fault, seq, message }: QuotedViolation): string {
  return `${severity} ${rule} (${fault}, frame ${seq}): ${escapeUnsafe(message)}`;
}
