import type { Database } from '../../store/schema/sqlite.js';
import { reasonOf, TurntableError } from '../../errors.js';
import { CHECK_MARK } from '../../stdio/ingest-process.js';
import type { IngestStep } from '../../store/journal/ingester.js';
import { journalPlace } from '../../store/schema/locate.js';
import { findRecording } from '../../store/query/recordings.js';
import { configurationText, countsOf } from '../../report/check/checked.js';
import { summary } from '../../report/check/check-text.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../../report/quantities.js';
import { checkSettings } from './check-settings.js';
import { StallWatch } from '../waiting/stall-watch.js';
import { LiveCheck, violationLine } from './live-check.js';

/** After these nothing more comes: this process, or another, has brought all of it in. */
const OVER: ReadonlySet<IngestStep> = new Set(['done', 'kept', 'gone']);

export interface IngestCheckOptions {
  /** Where the user stands, whose configuration holds as with `turntable check`. */
  readonly folder: string;
  /** How long something may go without progress, in ms; undefined: what is usual in the recording. */
  readonly stallMs: number | undefined;
  readonly warn: (text: string) => void;
}

/**
 * `record --check`: tells what breaks the protocol, as soon as it is in the database, and what has gone without progress for
 * long. What goes wrong here harms no recording.
 */
export class IngestCheck {
  readonly #id: string;
  readonly #folder: string;
  readonly #say: (text: string) => void;
  readonly #watch: StallWatch;
  #live: LiveCheck | undefined;
  #isOver = false;

  /**
   * @param journal its path; another process may have brought it in, and removed it, by now
   */
  constructor(journal: string, { folder, stallMs, warn }: IngestCheckOptions) {
    this.#id = journalPlace(journal).id;
    this.#folder = folder;
    this.#watch = new StallWatch(stallMs);
    this.#say = (text) => {
      warn(`${CHECK_MARK}${text}`);
    };
  }

  /** To be called after each step of the ingest. */
  after(step: IngestStep, db: Database): void {
    if (this.#isOver) return;
    try {
      this.#live ??= new LiveCheck(db, findRecording(db, this.#id), checkSettings({}, this.#folder), (violation) => {
        if (violation.severity !== 'info') this.#say(violationLine(violation));
      });
      this.#live.look();
      if (OVER.has(step)) this.#end(this.#live);
      else this.#tellStalls(this.#live, db);
    } catch (thrown) {
      this.#isOver = true;
      // it was removed meanwhile
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
