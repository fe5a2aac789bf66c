import { findRecording } from '../store/recordings.js';
import { checkTerminal } from '../tui/preflight.js';
import { explainFailure } from './failure.js';
import type { CliIo } from './io.js';
import { bringIn, openUpToDate, type DatabaseOption } from './open.js';

export interface BrowseOptions extends DatabaseOption {
  readonly mouse: boolean;
}

/** `turntable browse`, and `turntable` alone: the screen. */
export async function browse(named: string | undefined, options: BrowseOptions, io: CliIo): Promise<number> {
  checkTerminal({
    stdinIsTerminal: process.stdin.isTTY,
    stdoutIsTerminal: io.stdoutIsTerminal,
    env: io.env,
  });
  const db = openUpToDate(io, options);
  try {
    const recording = named === undefined ? undefined : findRecording(db, named).number;
    // what draws is loaded only where something is drawn
    const { openBrowser } = await import('../tui/open-browser.js');
    return await openBrowser({
      db,
      recording,
      hasMouse: options.mouse,
      env: io.env,
      explain: (thrown) => explainFailure(thrown, io),
      bringIn: () => {
        bringIn(io, db);
      },
    });
  } finally {
    db.close();
  }
}
