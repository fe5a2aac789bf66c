import { exitOf, type ReplayReport } from '../replay/engine/replay-report.js';
import type { OwnEnding } from '../replay/script/script.js';
import { IngestSchedule } from './ingest-schedule.js';
import type { Journal } from './journal/journal.js';
import { newJournal, type NewRecording } from './journal/new-journal.js';
import type { Stage } from './player/player.js';

/** How long the end of a replay may wait for the ingest, in ms. */
const INGEST_WAIT_MS = 50;

/** Records a replay, so that it can be followed while it goes on and looked at afterwards. */
export class ReplayRecorder {
  readonly id: string;
  readonly #journal: Journal;
  readonly #ingest: IngestSchedule;

  /** @throws what the file system says */
  constructor(recording: NewRecording, warn: (text: string) => void) {
    const { id, path, journal } = newJournal(recording, warn);
    this.id = id;
    this.#journal = journal;
    this.#ingest = new IngestSchedule({ journal: path }, warn);
    journal.event('spawn', { pid: String(process.pid), argv: JSON.stringify(recording.argv), cwd: process.cwd() });
  }

  readonly heard = (chunk: Uint8Array): void => {
    this.#journal.append('client', chunk);
  };

  readonly ended = (): void => {
    this.#journal.event('client-eof');
  };

  /** A stage that records everything before it passes it to another stage. */
  over(stage: Stage): Stage {
    const journal = this.#journal;
    return {
      write: (bytes) => {
        journal.append('agent', bytes);
        stage.write(bytes);
      },
      stderr: (bytes) => {
        journal.append('stderr', bytes);
        stage.stderr(bytes);
      },
      flush: (done) => {
        stage.flush(done);
      },
      closeOutput: () => {
        journal.event('agent-eof');
        stage.closeOutput();
      },
      finished: (report: ReplayReport, exit: OwnEnding['exit']) => {
        const end = exitOf(report, exit);
        journal.event('exit', 'signal' in end ? { signal: end.signal } : { code: String(end.code) });
        journal.end();
        void this.#ingest.finish(INGEST_WAIT_MS).then(() => {
          stage.finished(report, exit);
        });
      },
    };
  }
}
