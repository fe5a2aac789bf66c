import type { Database } from 'better-sqlite3';
import { reasonOf } from '../errors.js';
import { CHECK_MARK } from '../stdio/ingest-process.js';
import type { IngestStep } from '../store/ingester.js';
import { findRecording } from '../store/recordings.js';
import { countsOf } from '../view/check-report/checked.js';
import { summary } from '../view/check-report/text.js';
import { checkSettings } from './check-settings.js';
import { LiveCheck, violationLine } from './live-check.js';

/** `record --check`: tells what breaks the protocol, as soon as it is in the database. What goes wrong here harms no recording. */
export class IngestCheck {
  readonly #id: string;
  readonly #say: (text: string) => void;
  #live: LiveCheck | undefined;
  #isOver = false;

  /** @param id of the recording */
  constructor(id: string, warn: (text: string) => void) {
    this.#id = id;
    this.#say = (text) => {
      warn(`${CHECK_MARK}${text}`);
    };
  }

  /** To be called after each step of the ingest. */
  after(step: IngestStep, db: Database): void {
    if (step === 'taken' || step === 'gone' || this.#isOver) return;
    try {
      this.#live ??= new LiveCheck(db, findRecording(db, this.#id), checkSettings({}, process.cwd()), (violation) => {
        if (violation.severity !== 'info') this.#say(violationLine(violation));
      });
      this.#live.look();
      if (step === 'done' || step === 'kept') this.#end(this.#live);
    } catch (thrown) {
      this.#isOver = true;
      this.#say(`it could not be done: ${reasonOf(thrown)}`);
    }
  }

  #end(live: LiveCheck): void {
    this.#isOver = true;
    const { frames, violations } = live.end();
    this.#say(`${frames} frames: ${summary(countsOf(violations), 'info')}`);
  }
}
