import { findRecording } from '../../store/query/recordings.js';
import { waitForLocks } from '../../store/schema/open-database.js';
import { checkTerminal } from './preflight.js';
import { explainFailure } from '../program/failure.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { bringIn, openUpToDate } from '../../tasks/recordings/open-up-to-date.js';

export interface BrowseOptions extends DatabaseOption {
  readonly mouse: boolean;
}

/** How long the screen waits while another process writes, in ms. */
const BUSY_MS = 50;

/** `turntable browse`, and `turntable` alone: the screen. */
export async function browse(named: string | undefined, options: BrowseOptions, io: CliIo): Promise<number> {
  checkTerminal({
    stdinIsTerminal: io.stdinIsTerminal,
    stdoutIsTerminal: io.stdoutIsTerminal,
    env: io.env,
  });
  // who has not recorded yet is told how, and sees the first recording come; what was named should be there
  const isFirstLook = named === undefined && options.db === undefined;
  const db = openUpToDate(io, options, isFirstLook);
  try {
    // no key waits for other processes: what they lock is looked at again
    waitForLocks(db, BUSY_MS);
    const recording = named === undefined ? undefined : findRecording(db, named).number;
    // what draws is loaded only where something is drawn
    const { openBrowser } = await import('../../tui/open-browser.js');
    return await openBrowser({
      db,
      recording,
      named: options.db === undefined ? undefined : db.name,
      hasMouse: options.mouse,
      env: io.env,
      explain: (thrown) => explainFailure(thrown, io),
      bringIn: (say) => {
        bringIn({ say, progress: () => undefined }, db);
      },
    });
  } finally {
    db.close();
  }
}
