import { AnalysisProcess } from './analysis-process.js';

/** How many recordings one process checks: checking them takes longer than starting the process. */
const MOST = 32;

/** Checks the recordings in a list in the background, one process at a time, so that the list can show their violations. */
export class Survey {
  readonly #database: string;
  readonly #done: (recording: number) => void;
  /** The recordings that were requested so far, whatever became of them. */
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
