import { TurntableError } from '../errors.js';
import { acceptanceOf } from '../replay/divergence/acceptance.js';
import { divergenceText } from '../replay/divergence/divergence-text.js';
import type { Divergence } from '../replay/divergence/divergence.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';

/** The client did something else than was recorded. The message says what, where, and what to do, in at most 15 lines. */
export class ReplayDivergedError extends TurntableError {
  // private, because test runners print the members of an error after its message
  readonly #divergence: Divergence;
  readonly #report: ReplayReport;

  private constructor(message: string, report: ReplayReport, divergence: Divergence) {
    super('REPLAY_DIVERGED', message, { hint: acceptanceOf(divergence) });
    this.#divergence = divergence;
    this.#report = report;
  }

  /**
   * The error of a report; undefined where the client kept to the recording.
   *
   * @param waiting the page of `turntable why` at that moment, if the client was silent
   */
  static of(report: ReplayReport, waiting?: string): ReplayDivergedError | undefined {
    const [divergence] = report.divergences;
    if (divergence === undefined) return undefined;
    const text = divergenceText(divergence, report.fixture);
    return new ReplayDivergedError(waiting === undefined ? text : `${text}\n${waiting}`, report, divergence);
  }

  override get name(): string {
    return 'ReplayDivergedError';
  }

  /** The same as data. */
  get divergence(): Divergence {
    return this.#divergence;
  }

  get report(): ReplayReport {
    return this.#report;
  }

  /** What of it goes into the reports of test runners, beside the message. */
  toJSON(): object {
    return { code: this.code };
  }
}
