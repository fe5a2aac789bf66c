import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { WhyRecording } from '../../tasks/waiting/why-recording.js';

/** How long an answer about one recording is reused, in ms. */
const RENEW_MS = 500;

/** Answers who waits for whom in live recordings. Each entry of a recording is read only once. */
export class LiveWaits {
  readonly #db: Database;
  readonly #questions = new Map<number, { readonly question: WhyRecording; askedMs: number; answer: WhyJson }>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param recording as it is now */
  of(recording: Recording): WhyJson {
    const nowMs = Date.now();
    const known = this.#questions.get(recording.number);
    if (known === undefined) {
      const question = new WhyRecording(this.#db, recording);
      const answer = question.ask(recording, nowMs);
      this.#questions.set(recording.number, { question, askedMs: nowMs, answer });
      return answer;
    }
    // the clock may have been set back
    if (Math.abs(nowMs - known.askedMs) >= RENEW_MS) {
      known.askedMs = nowMs;
      known.answer = known.question.ask(recording, nowMs);
    }
    return known.answer;
  }

  /** Forgets all other recordings. */
  keepOnly(recordings: readonly Pick<Recording, 'number'>[]): void {
    const kept = new Set(recordings.map(({ number }) => number));
    for (const number of this.#questions.keys()) if (!kept.has(number)) this.#questions.delete(number);
  }
}
