import { onTestFinished, vi } from 'vitest';
import { DatabaseArchive } from '../../../src/tui/data/database-archive.js';
import { fileDatabase } from '../store/databases.js';
import { temporaryFolder } from '../processes/folders.js';
import { HOME, keepConversation, ScreenWalk } from './screen-walk.js';

/** A morning in whatever place the test runs: what began then is shown by the hour, and always by the same. */
const MORNING = new Date(2026, 10, 21, 9, 0);
const BETWEEN_MS = 17 * 60_000;

/** The screen of a person who has recorded some of fixtures/conversations, one after another on one morning, and had them checked. */
export class ScreenTour extends ScreenWalk {
  readonly archive: DatabaseArchive;
  /** Where its database really is. */
  readonly database: string;

  /** @param names of files in fixtures/conversations, the latest last */
  constructor(names: readonly string[]) {
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    const db = fileDatabase(`${temporaryFolder()}/tour.db`);
    for (const name of names) {
      keepConversation(db, name);
      vi.setSystemTime(Date.now() + BETWEEN_MS);
    }
    const archive = new DatabaseArchive(db, `${HOME}/turntable.db`, () => undefined);
    onTestFinished(() => {
      archive.close();
      vi.useRealTimers();
    });
    super(archive);
    this.archive = archive;
    this.database = db.name;
  }
}
