import type { Charset } from '../../screen/cells/sanitise.js';
import type { Colours } from '../../screen/cells/theme.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Names of terminals that show 256 colours. They help if COLORTERM is not passed on (sudo, ssh). */
const SHOWS_256 = /256|direct|kitty|ghostty|alacritty|foot|wezterm|contour|iterm|konsole|gnome|vte/i;

/** Hardware terminals: no colours, only bold, underlined and inverse. */
const MONOCHROME = /^vt\d+/i;

/** How many colours the terminal shows, according to the environment; none with NO_COLOR (no-color.org). */
export function coloursOf(env: Environment): Colours {
  const { NO_COLOR, TERM = '', COLORTERM, TMUX } = env;
  if (NO_COLOR || MONOCHROME.test(TERM)) return 0;
  // tmux reduces colours by itself if the terminal around it shows fewer
  return COLORTERM || TMUX || SHOWS_256.test(TERM) ? 256 : 16;
}

/** Which characters the terminal shows: the first of the three variables that is set says whether it is UTF-8. */
export function charsetOf(env: Environment): Charset {
  const { LC_ALL, LC_CTYPE, LANG } = env;
  // an empty variable counts as not set
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value);
  return /utf-?8/i.test(locale ?? '') ? 'utf-8' : 'ascii';
}
