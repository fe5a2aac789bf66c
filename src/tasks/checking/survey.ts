import { AnalysisProcess } from './analysis-process.js';

/** So many are checked by one process: it starts in less time than it checks them. */
const MOST = 32;

/** Checks recordings that a list shows, so that it can tell how many violations each has: in the background, one process at a time. */
export class Survey {
  readonly #database: string;
  readonly #done: (recording: number) => void;
  /** Those that were asked for, be they done, under way or impossible. */
  readonly #asked = new Set<number>();
  #waiting: number[] = [];
  #process: AnalysisProcess | undefined;

  constructor(database: string, done: (recording: number) => void) {
    this.#database = database;
    this.#done = done;
  }

  ask(recordings: readonly number[]): void {
    const more = recordings.filter((recording) => !this.#asked.has(recording));
    for (const recording of more) this.#asked.add(recording);
    this.#waiting.push(...more);
    this.#start();
  }

  close(): void {
    this.#process?.stop();
  }

  #start(): void {
    const keep = this.#waiting.slice(0, MOST);
    if (keep.length === 0 || this.#process !== undefined) return;
    this.#waiting = this.#waiting.slice(MOST);
    this.#process = new AnalysisProcess(
      this.#database,
      { keep },
      {
        found: (lines) => {
          for (const line of lines) if (line.type === 'kept') this.#done(line.recording);
        },
        ended: () => {
          this.#process = undefined;
          this.#start();
        },
      },
    );
  }
}
