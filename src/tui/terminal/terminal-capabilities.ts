import type { Charset } from '../../screen/cells/sanitise.js';
import type { Colours } from '../../screen/cells/theme.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Names of terminals that show 256 colours, also where COLORTERM is not passed on (sudo, ssh). */
const SHOWS_256 = /256|direct|kitty|ghostty|alacritty|foot|wezterm|contour|iterm|konsole|gnome|vte/i;

/** Terminals of glass and iron: no colours, only bold, underlined and inverse. */
const MONOCHROME = /^vt\d+/i;

/** How many colours the terminal shows, as its environment says; none with NO_COLOR (no-color.org). */
export function coloursOf(env: Environment): Colours {
  const { NO_COLOR, TERM = '', COLORTERM, TMUX } = env;
  if (NO_COLOR || MONOCHROME.test(TERM)) return 0;
  // what tmux shows it brings down by itself to what the terminal around it can
  return COLORTERM || TMUX || SHOWS_256.test(TERM) ? 256 : 16;
}

/** Which signs the terminal shows: the variable of the three that wins says whether it is UTF-8. */
export function charsetOf(env: Environment): Charset {
  const { LC_ALL, LC_CTYPE, LANG } = env;
  // an empty one counts for nothing
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value);
  return /utf-?8/i.test(locale ?? '') ? 'utf-8' : 'ascii';
}
