import { Tmux, type TmuxOptions } from './tmux.js';
import { TURNTABLE, type Place } from '../turntable/turntable.js';

/** Opens the recordings of a place on the screen, in a terminal of its own; its folder is the current one. */
export function browse(place: Place, options: TmuxOptions = {}): Tmux {
  const words = [process.execPath, TURNTABLE, 'browse', '--db', place.db];
  return new Tmux({ cwd: place.folder, ...options }).start(words);
}

/** The row that the cursor is on. */
export function selectedRow(screen: string): string {
  return screen.split('\n').find((row) => row.startsWith('▸')) ?? '';
}
