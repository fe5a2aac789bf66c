import { findRecording } from '../../store/query/recordings.js';
import { openScratch, waitForLocks } from '../../store/schema/open-database.js';
import type { Database } from '../../store/schema/sqlite.js';
import { checkTerminal } from './preflight.js';
import { explainFailure } from '../program/failure.js';
import type { CliIo } from '../program/io.js';
import { databaseFor, type DatabaseOption } from '../../tasks/recordings/database-for.js';
import { bringIn, isThere, openUpToDate } from '../../tasks/recordings/open-up-to-date.js';
import type { Surroundings } from '../../tasks/surroundings.js';

export interface BrowseOptions extends DatabaseOption {
  readonly mouse: boolean;
}

/** How long the screen waits for a lock while another process writes, in ms. */
const BUSY_MS = 50;

/** `turntable browse`, and `turntable` alone: the screen. */
export async function browse(named: string | undefined, options: BrowseOptions, io: CliIo): Promise<number> {
  checkTerminal({
    stdinIsTerminal: io.stdinIsTerminal,
    stdoutIsTerminal: io.stdoutIsTerminal,
    env: io.env,
  });
  const path = databaseFor(io, options);
  const open = (talk: Talk): Database => {
    const opened = openUpToDate(talk, { db: path });
    // a key press must not wait for other processes: if the database is locked, it is read again later
    waitForLocks(opened, BUSY_MS);
    return opened;
  };
  // without any recordings, the screen says how to record and shows the first one when it comes; but a named database must exist
  const isAwaited = named === undefined && options.db === undefined && !isThere(path);
  const empty = isAwaited ? openScratch() : undefined;
  let db = empty ?? open(io);
  try {
    const recording = named === undefined ? undefined : findRecording(db, named).number;
    // drawing code is loaded only when something is drawn
    const { openBrowser } = await import('../../tui/open-browser.js');
    return await openBrowser({
      db,
      path,
      awaited: empty && ((say) => (isThere(path) ? (db = open(onScreen(io, say))) : undefined)),
      recording,
      named: options.db === undefined ? undefined : path,
      hasMouse: options.mouse,
      env: io.env,
      explain: (thrown) => explainFailure(thrown, io),
      bringIn: (say) => {
        bringIn(onScreen(io, say), db, { isFollowed: true });
      },
    });
  } finally {
    db.close();
    empty?.close();
  }
}

type Talk = Pick<Surroundings, 'env' | 'say' | 'progress'>;

/** Discards messages: they would disturb the screen. */
function onScreen({ env }: CliIo, say: Talk['say']): Talk {
  return { env, say, progress: () => undefined };
}
