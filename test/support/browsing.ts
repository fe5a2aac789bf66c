import { Tmux, type TmuxOptions } from './tmux.js';
import { TURNTABLE, type Place } from './turntable.js';

/** A test of the screen may take so long: it waits for one picture after the other, on machines with other work to do. */
export const SCREEN_TEST_MS = 120_000;

/** Opens the recordings of a place on the screen, in a terminal of its own; its folder is the current one. */
export function browse(place: Place, options: TmuxOptions = {}): Tmux {
  const words = [process.execPath, TURNTABLE, 'browse', '--db', place.db];
  return new Tmux({ cwd: place.folder, limitMs: 30_000, ...options }).start(words);
}

/** The row that the cursor is on. */
export function selectedRow(screen: string): string {
  return screen.split('\n').find((row) => row.startsWith('▸')) ?? '';
}
