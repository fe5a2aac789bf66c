import type { Database } from '../../store/schema/sqlite.js';
import { reasonOf, TurntableError } from '../../errors.js';
import { CHECK_MARK } from '../../stdio/ingest-process.js';
import { LAST_STEPS, type IngestStep } from '../../store/journal/ingest-step.js';
import { journalPlace } from '../../store/schema/locate.js';
import { findRecording } from '../../store/query/recordings.js';
import { configurationText, countsOf } from '../../report/check/checked.js';
import { summary } from '../../report/check/check-text.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../../report/quantities.js';
import { checkSettings } from './check-settings.js';
import { StallWatch } from '../waiting/stall-watch.js';
import { LiveCheck, violationLine } from './live-check.js';

export interface IngestCheckOptions {
  /** The user's working folder, whose configuration is used as by `turntable check`. */
  readonly folder: string;
  /** How long a wait may go without progress, in ms; undefined: as long as is usual in the recording. */
  readonly stallMs: number | undefined;
  readonly warn: (text: string) => void;
}

/**
 * `record --check`: reports violations as soon as they are in the database, and waits without progress. Errors here do not harm the
 * recording.
 */
export class IngestCheck {
  readonly #id: string;
  readonly #folder: string;
  readonly #say: (text: string) => void;
  readonly #watch: StallWatch;
  #live: LiveCheck | undefined;
  #isOver = false;

  /** @param journal the path of the journal; another process may have brought it in and removed it already */
  constructor(journal: string, { folder, stallMs, warn }: IngestCheckOptions) {
    this.#id = journalPlace(journal).id;
    this.#folder = folder;
    this.#watch = new StallWatch(stallMs);
    this.#say = (text) => {
      warn(`${CHECK_MARK}${text}`);
    };
  }

  /** Call this after each step of the ingest. */
  after(step: IngestStep, db: Database): void {
    if (this.#isOver) return;
    try {
      this.#live ??= new LiveCheck(db, findRecording(db, this.#id), checkSettings({}, this.#folder), (violation) => {
        if (violation.severity !== 'info') this.#say(violationLine(violation));
      });
      this.#live.look();
      if (LAST_STEPS.has(step)) this.#end(this.#live);
      else this.#tellStalls(this.#live, db);
    } catch (thrown) {
      this.#isOver = true;
      // the recording was removed meanwhile
      if (thrown instanceof TurntableError && thrown.code === 'RECORDING_NOT_FOUND') return;
      this.#say(`failed: ${reasonOf(thrown)}`);
    }
  }

  #tellStalls(live: LiveCheck, db: Database): void {
    const ask = () => live.why(findRecording(db, this.#id), Date.now);
    for (const line of this.#watch.look(Date.now(), ask)) this.#say(escapeUnsafe(line));
  }

  #end(live: LiveCheck): void {
    this.#isOver = true;
    const { frames, violations, configuration } = live.end();
    if (configuration !== undefined) this.#say(escapeUnsafe(configurationText(configuration)));
    this.#say(`${formatCount(frames, 'frame')}: ${summary(countsOf(violations), 'info')}`);
  }
}
