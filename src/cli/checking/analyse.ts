import { reasonOf } from '../../errors.js';
import type { FindingLine } from '../../report/finding-lines.js';
import { recordingNumbered } from '../../store/query/recordings.js';
import { endWithStarter } from '../../stdio/end-with-starter.js';
import { openDatabase } from '../../store/schema/open-database.js';
import { keepAnalyses, tellAnalysis, type FindingListener } from '../../tasks/checking/analyse-recording.js';
import { KEEP } from '../../tasks/checking/analysis-process.js';
import { escapeUnsafeLines } from '../../wire/plain-text.js';
import { COMMAND_BUSY_MS } from '../../tasks/recordings/open-up-to-date.js';

/**
 * The process that the screen starts: it derives the turns, violations and statistics of a recording, keeps them in the database, and
 * reports its progress on stdout, one JSON object per line.
 *
 * @param words the path of the database and the number of a recording; or the path, `--keep` and the numbers of any recordings, for which
 * it reports only that they were kept
 * @returns the exit code
 */
export async function analyse([path, ...words]: readonly string[]): Promise<number> {
  // a live recording may go on for days after the screen that follows it was killed
  endWithStarter();
  // the screen may have ended before the first output
  process.stdout.on('error', () => undefined);
  const [first, ...others] = words;
  if (path === undefined || first === undefined) return 2;
  try {
    const db = openDatabase(path, { create: false, busyMs: COMMAND_BUSY_MS });
    if (first === KEEP) {
      keepAnalyses(db, others.map(Number), new LinePrinter());
      return 0;
    }
    const recording = recordingNumbered(db, Number(first));
    if (recording === undefined) return 3;
    await tellAnalysis(db, recording, new LinePrinter());
    return 0;
  } catch (thrown) {
    process.stderr.write(`${escapeUnsafeLines(reasonOf(thrown))}\n`);
    return 1;
  }
}

/** Gathers lines, so that many of them need only a few writes. */
class LinePrinter implements FindingListener {
  #lines = '';

  tell(line: FindingLine): void {
    this.#lines += `${JSON.stringify(line)}\n`;
  }

  flush(): void {
    if (this.#lines !== '') process.stdout.write(this.#lines);
    this.#lines = '';
  }
}
